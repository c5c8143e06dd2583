-- Where moderators spoke of a season last: news of it go there when no channel is set for games.
ALTER TABLE seasons ADD COLUMN channel INTEGER;
