-- Chats that got a new id, oldest first. The log keeps the place of a table's opening; with these rows the place of today
-- follows from it: each moves the tables up to its last one.
CREATE TABLE moves(
  id INTEGER PRIMARY KEY,
  platform INTEGER NOT NULL,
  from_chat INTEGER NOT NULL,
  to_chat INTEGER NOT NULL,
  last_table INTEGER NOT NULL
) STRICT;
CREATE INDEX moves_platform ON moves(platform);

-- Those from before there were such rows, as far as tables tell of them.
INSERT INTO moves(platform, from_chat, to_chat, last_table)
SELECT o.platform, o.opened_in, o.chat, max(o.id) FROM (
  SELECT t.id, v.platform, v.chat,
    CASE WHEN json_valid(e.body) THEN json_extract(e.body, '$.opened.place.venue.chat') END AS opened_in
  FROM tables t JOIN venues v ON v.id = t.venue JOIN events e ON e.table_id = t.id AND e.version = 1
) o
WHERE o.opened_in <> o.chat
GROUP BY o.platform, o.opened_in, o.chat
ORDER BY max(o.id);
