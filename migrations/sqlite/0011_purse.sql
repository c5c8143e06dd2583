-- Play points. Each movement takes from one account and gives to another, and stands for ever: the book of everything. Kinds of
-- accounts: 0 the house, with the number 0; 1 a player's purse; 2 an event's pot. Why: 1 a purse is opened; 2 a fee is paid,
-- 3 given back, 4 won; 5 two purses become one, and 6 what the second was opened with goes back; 7 a player is gone. Nothing is
-- booked twice: once for a player, or for a player, an event and the length of its log.
CREATE TABLE movements(
  number INTEGER PRIMARY KEY,
  player INTEGER NOT NULL,
  event INTEGER NOT NULL,
  version INTEGER NOT NULL,
  why INTEGER NOT NULL,
  giver_kind INTEGER NOT NULL,
  giver INTEGER NOT NULL,
  taker_kind INTEGER NOT NULL,
  taker INTEGER NOT NULL,
  points INTEGER NOT NULL CHECK (points > 0),
  at INTEGER NOT NULL,
  UNIQUE(player, event, version, why),
  CHECK (giver_kind <> taker_kind OR giver <> taker)
) STRICT;

-- What each account holds: its movements added up. Only the house can owe.
CREATE TABLE accounts(
  kind INTEGER NOT NULL,
  id INTEGER NOT NULL,
  balance INTEGER NOT NULL CHECK (kind = 0 OR balance >= 0),
  PRIMARY KEY(kind, id)
) STRICT, WITHOUT ROWID;

-- With the movement itself, so that no write can do the one without the other; a purse or a pot that holds too little refuses it.
CREATE TRIGGER movements_booked AFTER INSERT ON movements BEGIN
  INSERT INTO accounts(kind, id, balance) SELECT NEW.giver_kind, NEW.giver, 0
    WHERE NOT EXISTS (SELECT 1 FROM accounts WHERE kind = NEW.giver_kind AND id = NEW.giver);
  INSERT INTO accounts(kind, id, balance) SELECT NEW.taker_kind, NEW.taker, 0
    WHERE NOT EXISTS (SELECT 1 FROM accounts WHERE kind = NEW.taker_kind AND id = NEW.taker);
  UPDATE accounts SET balance = balance - NEW.points WHERE kind = NEW.giver_kind AND id = NEW.giver;
  UPDATE accounts SET balance = balance + NEW.points WHERE kind = NEW.taker_kind AND id = NEW.taker;
END;
