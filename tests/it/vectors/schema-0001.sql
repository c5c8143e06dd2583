-- A file of the release before schema 2, as it was after: a match of one hand played out, one of three hands that
-- runs, an open challenge.
BEGIN TRANSACTION;
CREATE TABLE due(
  table_id INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  seat INTEGER NOT NULL,
  at INTEGER NOT NULL,
  stamp INTEGER NOT NULL,
  PRIMARY KEY(table_id, kind, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO "due" VALUES(33561047124,2,1,1800064860000,21);
INSERT INTO "due" VALUES(33561047124,3,1,1800086460000,21);
INSERT INTO "due" VALUES(33561053164,1,0,1800086465000,1);
CREATE TABLE events(
  table_id INTEGER NOT NULL,
  version INTEGER NOT NULL,
  at INTEGER NOT NULL,
  body TEXT NOT NULL,
  UNIQUE(table_id, version)
) STRICT;
INSERT INTO "events" VALUES(33560986220,1,1800000000000,'{"opened":{"place":{"venue":{"platform":"discord","chat":70},"channel":71},"challenger":1887436800000000000,"invitee":{"player":1887436800000000001},"terms":{"preset":"jinlami","rules":{"opening":"dealer_eleven","first_dealer":"random","next_dealer":"alternate","after_drawn":"alternate","knock_limit":10,"throw_back_taken":false,"layoff_on_gold":false,"knock_bonus":10,"gold":{"dragon":400,"two":100,"three":50},"undercut":{"eight":{"dragon":400,"two":100,"three":50,"loose":50},"seven":{"dragon":100,"two":50,"three":50,"loose":50},"six":{"dragon":50,"two":50,"three":50,"loose":50}},"tie":"undercut","stock_floor":0,"discard_cap":200},"mode":{"fixed":{"hands":1}},"turn":86400000}}}');
INSERT INTO "events" VALUES(33560986220,2,1800000000000,'{"accepted":{"by":{"player":1887436800000000001}}}');
INSERT INTO "events" VALUES(33560986220,3,1800000000000,'"gathered"');
INSERT INTO "events" VALUES(33560986220,4,1800000000000,'{"dealt":{"dealer":1,"cut":null,"pack":"2HACKH6S2DJH4SKSQDJDKC8C6CAS7SQC9DTS9S3H7HTHAH5D5C6H9CQS2C4H3CJC3D5SKD8HTD7DAD4C7CQH2S9H8S3S5H4D8DTC6DJS"}}');
INSERT INTO "events" VALUES(33560986220,5,1800000000000,'{"played":{"seat":1,"by":"person","fact":{"discarded":{"seat":1,"card":"JC"}}}}');
INSERT INTO "events" VALUES(33560986220,6,1800000000000,'{"played":{"seat":0,"by":"person","fact":{"drew_stock":{"seat":0}}}}');
INSERT INTO "events" VALUES(33560986220,7,1800000000000,'{"played":{"seat":0,"by":"person","fact":{"discarded":{"seat":0,"card":"TC"}}}}');
INSERT INTO "events" VALUES(33560986220,8,1800000000000,'{"played":{"seat":1,"by":"person","fact":{"drew_stock":{"seat":1}}}}');
INSERT INTO "events" VALUES(33560986220,9,1800000000000,'{"played":{"seat":1,"by":"person","fact":{"discarded":{"seat":1,"card":"KD"}}}}');
INSERT INTO "events" VALUES(33560986220,10,1800000000000,'{"played":{"seat":0,"by":"person","fact":{"drew_stock":{"seat":0}}}}');
INSERT INTO "events" VALUES(33560986220,11,1800000000000,'{"played":{"seat":0,"by":"person","fact":{"discarded":{"seat":0,"card":"QH"}}}}');
INSERT INTO "events" VALUES(33560986220,12,1800000000000,'{"played":{"seat":1,"by":"person","fact":{"drew_stock":{"seat":1}}}}');
INSERT INTO "events" VALUES(33560986220,13,1800000000000,'{"played":{"seat":1,"by":"person","fact":{"discarded":{"seat":1,"card":"QS"}}}}');
INSERT INTO "events" VALUES(33560986220,14,1800000000000,'{"played":{"seat":0,"by":"person","fact":{"drew_stock":{"seat":0}}}}');
INSERT INTO "events" VALUES(33560986220,15,1800000000000,'{"played":{"seat":0,"by":"person","fact":{"discarded":{"seat":0,"card":"JS"}}}}');
INSERT INTO "events" VALUES(33560986220,16,1800000000000,'{"played":{"seat":1,"by":"person","fact":{"drew_stock":{"seat":1}}}}');
INSERT INTO "events" VALUES(33560986220,17,1800000000000,'{"played":{"seat":1,"by":"person","fact":{"discarded":{"seat":1,"card":"TD"}}}}');
INSERT INTO "events" VALUES(33560986220,18,1800000000000,'{"played":{"seat":0,"by":"person","fact":{"drew_stock":{"seat":0}}}}');
INSERT INTO "events" VALUES(33560986220,19,1800000000000,'{"played":{"seat":0,"by":"person","fact":{"discarded":{"seat":0,"card":"7D"}}}}');
INSERT INTO "events" VALUES(33560986220,20,1800000000000,'{"played":{"seat":1,"by":"person","fact":{"took_pile":{"seat":1,"card":"7D"}}}}');
INSERT INTO "events" VALUES(33560986220,21,1800000000000,'{"played":{"seat":1,"by":"person","fact":{"discarded":{"seat":1,"card":"8S"}}}}');
INSERT INTO "events" VALUES(33560986220,22,1800000000000,'{"played":{"seat":0,"by":"person","fact":{"drew_stock":{"seat":0}}}}');
INSERT INTO "events" VALUES(33560986220,23,1800000000000,'{"played":{"seat":0,"by":"person","fact":{"discarded":{"seat":0,"card":"9C"}}}}');
INSERT INTO "events" VALUES(33560986220,24,1800000000000,'{"played":{"seat":1,"by":"person","fact":{"drew_stock":{"seat":1}}}}');
INSERT INTO "events" VALUES(33560986220,25,1800000000000,'{"played":{"seat":1,"by":"person","fact":{"knocked":{"seat":1,"discard":"7C","shown":{"melds":["6D7D8D","4H5H6H"],"loose":"AD3DAH2S"}}}}}');
INSERT INTO "events" VALUES(33560986220,26,1800000000000,'{"played":{"seat":0,"by":"person","fact":{"scored":{"winner":1,"points":27,"ending":"knock","shown":{"knocker":1,"discard":"7C","arrangements":[{"melds":["2C3C4C","5C5D5S"],"loose":"4D8H9H3S"},{"melds":["6D7D8D","4H5H6H"],"loose":"AD3DAH2S"}],"laid_off":[],"pattern":"loose"}}}}}');
INSERT INTO "events" VALUES(33561047124,1,1800000060000,'{"opened":{"place":{"venue":{"platform":"discord","chat":70},"channel":71},"challenger":1887436800000000000,"invitee":{"player":1887436800000000001},"terms":{"preset":"jinlami","rules":{"opening":"dealer_eleven","first_dealer":"random","next_dealer":"alternate","after_drawn":"alternate","knock_limit":10,"throw_back_taken":false,"layoff_on_gold":false,"knock_bonus":10,"gold":{"dragon":400,"two":100,"three":50},"undercut":{"eight":{"dragon":400,"two":100,"three":50,"loose":50},"seven":{"dragon":100,"two":50,"three":50,"loose":50},"six":{"dragon":50,"two":50,"three":50,"loose":50}},"tie":"undercut","stock_floor":0,"discard_cap":200},"mode":{"fixed":{"hands":3}},"turn":86400000}}}');
INSERT INTO "events" VALUES(33561047124,2,1800000060000,'{"accepted":{"by":{"player":1887436800000000001}}}');
INSERT INTO "events" VALUES(33561047124,3,1800000060000,'"gathered"');
INSERT INTO "events" VALUES(33561047124,4,1800000060000,'{"dealt":{"dealer":1,"cut":null,"pack":"QD4C4H5HKS9HQS3DKD8HTD8CAC3H9C6C7D2DKH8D2HKC7H9S6HJDAH3STC8S7CAD3CJHTS4D6S4S9D2C5S6DJS2SQHJCAS5D7S5CQCTH"}}');
INSERT INTO "events" VALUES(33561047124,5,1800000060000,'{"played":{"seat":1,"by":"person","fact":{"discarded":{"seat":1,"card":"9D"}}}}');
INSERT INTO "events" VALUES(33561047124,6,1800000060000,'{"played":{"seat":0,"by":"person","fact":{"drew_stock":{"seat":0}}}}');
INSERT INTO "events" VALUES(33561047124,7,1800000060000,'{"played":{"seat":0,"by":"person","fact":{"discarded":{"seat":0,"card":"JC"}}}}');
INSERT INTO "events" VALUES(33561047124,8,1800000060000,'{"played":{"seat":1,"by":"person","fact":{"drew_stock":{"seat":1}}}}');
INSERT INTO "events" VALUES(33561047124,9,1800000060000,'{"played":{"seat":1,"by":"person","fact":{"discarded":{"seat":1,"card":"QC"}}}}');
INSERT INTO "events" VALUES(33561047124,10,1800000060000,'{"played":{"seat":0,"by":"person","fact":{"drew_stock":{"seat":0}}}}');
INSERT INTO "events" VALUES(33561047124,11,1800000060000,'{"played":{"seat":0,"by":"person","fact":{"discarded":{"seat":0,"card":"TC"}}}}');
INSERT INTO "events" VALUES(33561047124,12,1800000060000,'{"played":{"seat":1,"by":"person","fact":{"drew_stock":{"seat":1}}}}');
INSERT INTO "events" VALUES(33561047124,13,1800000060000,'{"played":{"seat":1,"by":"person","fact":{"discarded":{"seat":1,"card":"QH"}}}}');
INSERT INTO "events" VALUES(33561047124,14,1800000060000,'{"played":{"seat":0,"by":"person","fact":{"took_pile":{"seat":0,"card":"QH"}}}}');
INSERT INTO "events" VALUES(33561047124,15,1800000060000,'{"played":{"seat":0,"by":"person","fact":{"discarded":{"seat":0,"card":"7C"}}}}');
INSERT INTO "events" VALUES(33561047124,16,1800000060000,'{"played":{"seat":1,"by":"person","fact":{"drew_stock":{"seat":1}}}}');
INSERT INTO "events" VALUES(33561047124,17,1800000060000,'{"played":{"seat":1,"by":"person","fact":{"discarded":{"seat":1,"card":"TS"}}}}');
INSERT INTO "events" VALUES(33561047124,18,1800000060000,'{"played":{"seat":0,"by":"person","fact":{"drew_stock":{"seat":0}}}}');
INSERT INTO "events" VALUES(33561047124,19,1800000060000,'{"played":{"seat":0,"by":"person","fact":{"discarded":{"seat":0,"card":"JD"}}}}');
INSERT INTO "events" VALUES(33561047124,20,1800000060000,'{"played":{"seat":1,"by":"person","fact":{"drew_stock":{"seat":1}}}}');
INSERT INTO "events" VALUES(33561047124,21,1800000060000,'{"played":{"seat":1,"by":"person","fact":{"discarded":{"seat":1,"card":"JS"}}}}');
INSERT INTO "events" VALUES(33561047124,22,1800000060000,'{"played":{"seat":0,"by":"person","fact":{"drew_stock":{"seat":0}}}}');
INSERT INTO "events" VALUES(33561047124,23,1800000060000,'{"played":{"seat":0,"by":"person","fact":{"discarded":{"seat":0,"card":"9S"}}}}');
INSERT INTO "events" VALUES(33561047124,24,1800000060000,'{"played":{"seat":1,"by":"person","fact":{"took_pile":{"seat":1,"card":"9S"}}}}');
INSERT INTO "events" VALUES(33561047124,25,1800000060000,'{"played":{"seat":1,"by":"person","fact":{"knocked":{"seat":1,"discard":"6H","shown":{"melds":["5S6S7S8S9S","ADAHAS"],"loose":"3C3S"}}}}}');
INSERT INTO "events" VALUES(33561047124,26,1800000060000,'{"played":{"seat":0,"by":"person","fact":{"scored":{"winner":1,"points":13,"ending":"knock","shown":{"knocker":1,"discard":"6H","arrangements":[{"melds":["4D5D6D","THJHQH"],"loose":"2C5C2S"},{"melds":["5S6S7S8S9S","ADAHAS"],"loose":"3C3S"}],"laid_off":[["4S",0]],"pattern":"loose"}}}}}');
INSERT INTO "events" VALUES(33561047124,27,1800000060000,'{"dealt":{"dealer":0,"cut":null,"pack":"5C2S8H5S8CKH3DTH4H7SJS3H9S8S5H7C3CQSTC5D2D3S4C4D4SKS9HJD2C6S7DKDKCJCQH2HTS9D7H9CJH8DASTDQD6CQCAHAC6H6DAD"}}');
INSERT INTO "events" VALUES(33561047124,28,1800000060000,'{"played":{"seat":0,"by":"person","fact":{"discarded":{"seat":0,"card":"JH"}}}}');
INSERT INTO "events" VALUES(33561053164,1,1800000065000,'{"opened":{"place":{"venue":{"platform":"discord","chat":70},"channel":71},"challenger":1887436800000000000,"invitee":{"player":1887436800000000001},"terms":{"preset":"jinlami","rules":{"opening":"dealer_eleven","first_dealer":"random","next_dealer":"alternate","after_drawn":"alternate","knock_limit":10,"throw_back_taken":false,"layoff_on_gold":false,"knock_bonus":10,"gold":{"dragon":400,"two":100,"three":50},"undercut":{"eight":{"dragon":400,"two":100,"three":50,"loose":50},"seven":{"dragon":100,"two":50,"three":50,"loose":50},"six":{"dragon":50,"two":50,"three":50,"loose":50}},"tie":"undercut","stock_floor":0,"discard_cap":200},"mode":{"fixed":{"hands":2}},"turn":86400000}}}');
CREATE TABLE identities(
  platform INTEGER NOT NULL,
  user_id INTEGER NOT NULL,
  player INTEGER NOT NULL REFERENCES players(id),
  handle TEXT,
  reach INTEGER NOT NULL DEFAULT 0,
  private_chat INTEGER,
  changed_at INTEGER NOT NULL,
  PRIMARY KEY(platform, user_id)
) STRICT, WITHOUT ROWID;
INSERT INTO "identities" VALUES(1,1,1887436800000000000,NULL,0,NULL,1800000000000);
INSERT INTO "identities" VALUES(1,2,1887436800000000001,NULL,0,NULL,1800000000000);
INSERT INTO "identities" VALUES(1,3,1887436800000000002,NULL,0,NULL,1800000000000);
CREATE TABLE inbox(
  platform INTEGER NOT NULL,
  key INTEGER NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY(platform, key)
) STRICT, WITHOUT ROWID;
INSERT INTO "inbox" VALUES(1,77,1800000065000);
CREATE TABLE migrations(version INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
INSERT INTO "migrations" VALUES(1,'start');
CREATE TABLE players(
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  lang INTEGER,
  created_at INTEGER NOT NULL
) STRICT;
INSERT INTO "players" VALUES(1887436800000000000,'Anna',NULL,1800000000000);
INSERT INTO "players" VALUES(1887436800000000001,'Ben',NULL,1800000000000);
INSERT INTO "players" VALUES(1887436800000000002,'Eve',NULL,1800000000000);
CREATE TABLE results(
  table_id INTEGER NOT NULL,
  seat INTEGER NOT NULL,
  player INTEGER,
  venue INTEGER NOT NULL,
  ended_at INTEGER NOT NULL,
  preset TEXT NOT NULL,
  won INTEGER NOT NULL,
  points INTEGER NOT NULL,
  hands INTEGER NOT NULL,
  gold INTEGER NOT NULL,
  PRIMARY KEY(table_id, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO "results" VALUES(33560986220,0,1887436800000000000,1887436800000000003,1800000000000,'jinlami',0,0,0,0);
INSERT INTO "results" VALUES(33560986220,1,1887436800000000001,1887436800000000003,1800000000000,'jinlami',1,27,1,0);
CREATE TABLE seats(
  table_id INTEGER NOT NULL,
  seat INTEGER NOT NULL,
  player INTEGER NOT NULL,
  open INTEGER NOT NULL DEFAULT 1,
  PRIMARY KEY(table_id, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO "seats" VALUES(33560986220,0,1887436800000000000,0);
INSERT INTO "seats" VALUES(33560986220,1,1887436800000000001,0);
INSERT INTO "seats" VALUES(33561047124,0,1887436800000000000,1);
INSERT INTO "seats" VALUES(33561047124,1,1887436800000000001,1);
INSERT INTO "seats" VALUES(33561053164,0,1887436800000000000,1);
INSERT INTO "seats" VALUES(33561053164,1,1887436800000000001,1);
CREATE TABLE settings(
  venue INTEGER NOT NULL,
  key TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY(venue, key)
) STRICT, WITHOUT ROWID;
CREATE TABLE slots(
  id INTEGER PRIMARY KEY,
  table_id INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  number INTEGER NOT NULL,
  reader INTEGER NOT NULL,
  platform INTEGER NOT NULL,
  chat INTEGER NOT NULL,
  channel INTEGER NOT NULL,
  message INTEGER,
  want INTEGER NOT NULL,
  sent INTEGER NOT NULL DEFAULT -1,
  attempted_at INTEGER,
  retry_at INTEGER NOT NULL,
  fails INTEGER NOT NULL DEFAULT 0,
  UNIQUE(table_id, kind, number, reader, platform, chat)
) STRICT;
INSERT INTO "slots" VALUES(1887436800000000004,33560986220,1,0,0,1,70,71,NULL,26,-1,NULL,1800000000000,0);
INSERT INTO "slots" VALUES(1887436800000000006,33560986220,2,0,1887436800000000000,1,1,0,NULL,26,-1,NULL,1800000000000,0);
INSERT INTO "slots" VALUES(1887436800000000007,33560986220,2,0,1887436800000000001,1,2,0,NULL,26,-1,NULL,1800000000000,0);
INSERT INTO "slots" VALUES(1887436800000000062,33560986220,3,1,0,1,70,71,NULL,26,-1,NULL,1800000000000,0);
INSERT INTO "slots" VALUES(1887436862914560001,33561047124,1,0,0,1,70,71,NULL,28,-1,NULL,1800000060000,0);
INSERT INTO "slots" VALUES(1887436862914560003,33561047124,2,0,1887436800000000000,1,1,0,NULL,28,-1,NULL,1800000060000,0);
INSERT INTO "slots" VALUES(1887436862914560004,33561047124,2,0,1887436800000000001,1,2,0,NULL,28,-1,NULL,1800000060000,0);
INSERT INTO "slots" VALUES(1887436862914560059,33561047124,3,1,0,1,70,71,NULL,26,-1,NULL,1800000060000,0);
INSERT INTO "slots" VALUES(1887436868157440001,33561053164,1,0,0,1,70,71,NULL,1,-1,NULL,1800000065000,0);
CREATE TABLE standings(
  venue INTEGER NOT NULL,
  period INTEGER NOT NULL,
  player INTEGER NOT NULL,
  played INTEGER NOT NULL,
  wins INTEGER NOT NULL,
  points INTEGER NOT NULL,
  hands INTEGER NOT NULL,
  gold INTEGER NOT NULL,
  PRIMARY KEY(venue, period, player)
) STRICT, WITHOUT ROWID;
INSERT INTO "standings" VALUES(0,0,1887436800000000000,1,0,0,0,0);
INSERT INTO "standings" VALUES(0,0,1887436800000000001,1,1,27,1,0);
INSERT INTO "standings" VALUES(1887436800000000003,0,1887436800000000000,1,0,0,0,0);
INSERT INTO "standings" VALUES(1887436800000000003,0,1887436800000000001,1,1,27,1,0);
CREATE TABLE tables(
  id INTEGER PRIMARY KEY,
  version INTEGER NOT NULL,
  stage INTEGER NOT NULL,
  venue INTEGER NOT NULL REFERENCES venues(id),
  channel INTEGER NOT NULL,
  opened_at INTEGER NOT NULL,
  ended_at INTEGER
) STRICT;
INSERT INTO "tables" VALUES(33560986220,26,4,1887436800000000003,71,1800000000000,1800000000000);
INSERT INTO "tables" VALUES(33561047124,28,3,1887436800000000003,71,1800000060000,NULL);
INSERT INTO "tables" VALUES(33561053164,1,1,1887436800000000003,71,1800000065000,NULL);
CREATE TABLE venues(
  id INTEGER PRIMARY KEY,
  platform INTEGER NOT NULL,
  chat INTEGER NOT NULL,
  name TEXT,
  lang INTEGER,
  suggested INTEGER,
  UNIQUE(platform, chat)
) STRICT;
INSERT INTO "venues" VALUES(1887436800000000003,1,70,NULL,NULL,NULL);
CREATE INDEX identities_player ON identities(player);
CREATE UNIQUE INDEX identities_handle ON identities(platform, handle) WHERE handle IS NOT NULL;
CREATE INDEX tables_open ON tables(venue, channel, id) WHERE ended_at IS NULL;
CREATE INDEX tables_venue ON tables(venue, id);
CREATE INDEX tables_place ON tables(venue, channel, id);
CREATE INDEX seats_player ON seats(player, table_id);
CREATE INDEX seats_open ON seats(player, table_id) WHERE open = 1;
CREATE INDEX due_at ON due(at);
CREATE INDEX slots_todo ON slots(platform, retry_at, id) WHERE want > sent;
CREATE INDEX slots_message ON slots(platform, chat, message) WHERE message IS NOT NULL;
CREATE INDEX slots_parked ON slots(platform, chat) WHERE retry_at = 9223372036854775807;
CREATE INDEX slots_public ON slots(platform, chat) WHERE reader = 0;
CREATE INDEX inbox_at ON inbox(at);
CREATE INDEX results_venue ON results(venue, ended_at);
CREATE INDEX results_player ON results(player, ended_at);
CREATE INDEX standings_points ON standings(venue, period, points DESC, player);
CREATE INDEX standings_wins ON standings(venue, period, wins DESC, player);
CREATE INDEX standings_hands ON standings(venue, period, hands DESC, player);
CREATE INDEX standings_gold ON standings(venue, period, gold DESC, player);
COMMIT;
