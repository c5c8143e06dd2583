# 賽事：比賽、隊式賽、快速對局。

event-kind =
    { $kind ->
        [fixed] 定局積分
        [target] 達標賽
        [knockout] 淘汰賽
        [round-robin] 循環賽
        [team] 隊式賽
        [elimination] 打立出局
       *[swiss] 瑞士制
    }
event-stage-matches = { $name }，每人 { $n } 場
event-stage-rounds = { $name }，{ $n } 輪
event-stage-cycles = { $name }，{ $n } 循環
event-stage-target = { $name }，先得 { $points } 分
event-stage-hands = { $name }，兩隊之間共 { $n } 局
event-stage-elimination = { $name }，每人 { $start } 分開始，剩 { $n } 人為止
event-stage-third = { $name }，另爭第三名
event-stage-advance = { $stage }（前 { $n } 名晉級）
event-round = 第 { $n } 輪，共 { $of } 輪
event-final = 決賽
event-semifinals = 半決賽
event-quarterfinals = 四分之一決賽
event-last = { $n } 強
event-third = 第三名
event-id = 賽事 { $id }
event-foot = 主辦人：{ $names } · 賽事 { $id }
event-state-open = 報名中
event-state-running = 進行中
event-state-finished = 最終名次
event-state-cancelled = 已取消
event-state-held =
    { $why ->
        [lost] { $state } · 暫停：所在的頻道不見了
       *[held] { $state } · 主辦人暫停中
    }
event-starts-at = 開始時間：{ $at }
event-starts-full = 報滿 { $n } 個就立即開始。
event-starts-hand = 由主辦人宣布開始。
event-check-in-later = 開始前 { $time }開放簽到，沒有簽到的人不參賽。
event-check-in-open =
    { $n ->
        [0] 正在簽到：請按「{ button-event-check-in }」，否則不能參賽。
       *[other] 正在簽到：請按「{ button-event-check-in }」，否則不能參賽。已簽到 { $n } 人。
    }
event-unrated = 其中的對局不計等級分。
event-size =
    { $what ->
        [teams] 參賽隊：{ $n } / { $most }（至少 { $least } 隊）
       *[people] 已報名：{ $n } / { $most }（至少 { $least } 人）
    }
event-enter-team = 隊長用 /team enter 加上賽事編號 { $id } 為全隊報名。
event-waiting = 候補：{ $names }
event-waits = 候補第 { $n } 位
event-progress = 本輪已打完 { $n } 場，共 { $of } 場
event-goes-on = 本輪已全部結束，{ $at } 自動繼續。
event-late = 第 { $n } 輪之前還可以中途加入。
event-come = 請來打你的對局：在 { $at } 之前按「{ button-event-here }」，雙方到齊就開局。
event-board = { $n }. { $first } – { $second } · { $state }
event-board-bare = { $n }. { $first } – { $second }
event-byes = 本輪輪空：{ $names }
event-bye = 輪空
event-plays = 對局中
event-here = { $name } 已到
event-both-here = 雙方已到
event-not-here = 都還沒到
event-result-how =
    { $how ->
        [walkover] { $result }（對方未到）
        [nobody] { $result }（雙方未到）
        [time] { $result }（時間到）
        [seed] { $result }（{ $name } 種子較高，晉級）
       *[organiser] { $result }（主辦人裁定）
    }
event-drawn = 和局
event-result-drawn = { $result }，和局
event-result-won = { $result }，{ $name } 勝
event-under =
    { $how ->
        [walkover] 對方未到
        [nobody] 雙方未到
        [time] 時間到
        [seed] 種子晉級
       *[organiser] 裁定
    }
event-under-drawn =
    { $how ->
        [time] 和局（時間到）
        [seed] 和局（種子）
       *[organiser] 和局（裁定）
    }
event-levelled = 和局，重打：{ $state }
event-mark =
    { $away ->
        [paused] 暫歇
       *[out] 出局
    }
event-marked = { $name }（{ $mark }）
event-mark-means =
    { $away ->
        [paused] { $mark }：回來之前不參加編排
       *[out] { $mark }：被淘汰、退賽或被請出，不再參賽
    }
event-call = 對局在等你們。請在 { $at } 之前到場，否則判負：
event-call-check-in = 簽到到 { $at } 截止。請簽到，否則不能參賽：
event-call-moved = 有空位了，遞補參賽：
event-over = { $title } 結束了
event-called-off = { $title } 取消了
event-cancelled =
    { $why ->
        [idle] 連續 { $n } 天沒有人報名，也沒有開始，這項賽事已自動取消，不計結果。
        [held] 暫停滿 { $n } 天，這項賽事已自動取消，不計結果。
        [lost] 所在的頻道消失滿 { $n } 天，這項賽事已自動取消，不計結果。
       *[called] 這項賽事已取消，不計結果。
    }
event-lapses =
    { $why ->
        [idle] 如果到 { $at } 還沒有人報名，也沒有開始，就會自動取消。
       *[held] 如果到 { $at } 還沒有繼續，就會自動取消。
    }
event-winner = 第 { $place } 名：{ $name }
event-winner-team = 第 { $place } 名：{ $name }，{ $points } 分
event-best = 最佳選手：{ $names }
event-place = { $place }. { $name }：{ $figures }
event-column-marks = 場分
event-column-points = 積分
event-column-record = 勝–和–負
event-column-wins = 勝場
event-column-balance = 餘分
event-column-boards = 場數
event-column-meetings = 隊勝
event-column-there = 簽到
event-column-played = 已打
event-tie-breaks = 同分依次比：{ $list }
event-tie-break =
    { $by ->
        [buchholz] 對手分（Buchholz）
        [median] 中間對手分（去掉最高和最低）
        [sonneborn] 索伯分（Sonneborn–Berger）
        [direct] 相互勝負
        [wins] 勝場
        [marks] 場分
        [points] 積分
       *[difference] 淨勝分
    }
event-tie-break-short =
    { $by ->
        [buchholz] 對手分
        [median] 中間分
        [sonneborn] 索伯分
        [direct] 相互
        [wins] 勝場
        [marks] 場分
        [points] 積分
       *[difference] 淨勝分
    }
event-no-pairings = 還沒有對陣。
event-no-bracket = 還沒有籤表。
event-part = 第 { $n } 部分，共 { $of } 部分
event-schedule-later = { $stage }：還沒開始
event-schedule-round = { $round }：打完 { $n } 場，共 { $of } 場
event-schedule-until = { $round } · 最晚 { $at }
event-schedule-begins = { $round } · { $at } 開始
event-schedule-by = 最晚 { $at }
event-schedule-from = { $at } 起
event-agenda = 這裡的賽事日程
event-agenda-zone = 時區：{ $zone }
event-agenda-line = { $at }：{ $title } · { $what }
event-agenda-at = { $at }：{ $what }
event-agenda-opens = 開始報名（已排定）
event-agenda-planned = 開賽（已排定）
event-agenda-check-in = 開始簽到
event-agenda-starts = 開賽
event-agenda-goes-on = 繼續
event-agenda-until = { $round }：最晚到此時打完
event-agenda-more = 另有 { $n } 項
event-schedule-next = 下一輪：{ $list }
event-asked-nothing = 你沒有參加。
event-asked-place = 你在候補名單上，一有空位就會補上。
event-asked-check-in = 請簽到：按「{ button-event-check-in }」。
event-asked-start = 你已報名，等開始就好。
event-asked-show = 你與 { $name } 的對局在等你，請在 { $at } 之前按「{ button-event-here }」。
event-asked-opponent = 你已到場，{ $name } 最晚 { $at } 到。
event-asked-play = 你正在和 { $name } 對局（對局 { $id }）。
event-asked-bye = 你本輪輪空，算一場勝，請等下一輪。
event-asked-round = 暫時沒事，等下一輪。
event-asked-return = 你目前不參加編排。回來後請按「{ button-event-return }」。
event-asked-stand-by = 你是 { $team } 的替補，請待命。
event-asked-done = 你沒有要做的事了。
event-mine = 你的賽事
event-mine-none = 你沒有參加任何賽事。用 /event list 看看可以報名的。
event-mine-none-page = 你沒有參加任何賽事。按「{ page-events }」看看可以報名的。
event-list = 這裡的賽事
event-list-none = 目前沒有。
event-list-over = 已結束：{ $list }
event-which = 哪一項賽事？
event-created = 賽事已開放報名：{ $id }。公告已發出，大家都看得到。
event-joined = 報名成功：{ $title }。
event-joined-already = 你已經報過名了：{ $title }。
event-joined-check-in = 報名成功：{ $title }。正在簽到，請簽到。
event-joined-waiting = { $title } 已報滿，你是候補第 { $n } 位。
event-left = 你已退出 { $title }。
event-ask-drop = 確定退出 { $title }？退出後不能再回來，正在打的對局判負。只想歇一會兒，請按「{ button-event-pause }」。
event-dropped = 你已退出 { $title }。
event-checked-in = { $title } 簽到成功。請不要走開，開始時編排第一輪。
event-begins = 雙方到齊：對局 { $id } 開始，手牌會私下發給你。
event-panel = 你是這項賽事的主辦人。也可以輸入命令：/event move（改開始時間）、/event organiser（增加主辦人）、/event correct board result（改結果）。
event-started = { $title } 開始了。
event-went-on = { $title }：{ $state }。
event-held = { $title } 暫停，各項期限順延。
event-resumed = { $title } 繼續。
event-cancelled-done = { $title } 已取消，會通知報名的人。
event-expelled = { $name } 已退出賽事。
event-corrected = 已記下：{ $board }
event-organiser-named = { $name }也可以主持{ $title }了。
event-organiser-unnamed = { $name }不再主持{ $title }。
event-ask-cancel = 確定為所有人取消 { $title }？進行中的對局不計結果，無法恢復。
event-ask-expel = 確定讓 { $name } 退出 { $title }，不再回來？
event-ask-strike = 把 { $name } 從 { $title } 的名單中劃掉？
event-ask-correct = { $first } – { $second }：確定結果是這樣嗎？{ $result }
event-choose-match = 要改哪一場的結果？
event-choose-person = 讓誰退出？
event-choose-result = 什麼結果？要寫分數：/event correct board:{ $n } result:34:12
event-choose-result-typed = 什麼結果？要寫分數：/event correct { $n } 34:12
event-ruled-won = { $name } 勝
event-ruled-drawn = 和局
event-ruled-void = 作廢，重打
event-templates = 開哪種賽事？
event-template = { $name }：{ $title }（{ $stages }）
event-template-how = 按一下就照原樣開。要改名稱、開始時間、人數、輪數或規則，請寫在 /event create 裡。
event-template-name = 還沒有開賽。請連同範本名再寫一次：/event create template:friendly …
event-template-name-telegram = 還沒有開賽。請把範本名放在前面再寫一次：/event create friendly …
event-choose-template = 選擇範本
event-openers =
    { $who ->
        [everybody] 這裡所有人都可以開賽事。
        [role] 這裡管理員和一個身分組的成員可以開賽事。
       *[admins] 這裡只有管理員可以開賽事。
    }
event-guests =
    { $who ->
        [everybody] 任何人報名別處的賽事，賽事訊息都會顯示在這裡。
       *[admins] 別處的賽事，由這裡能開賽事的人報名或帶來後才顯示在這裡。
    }
event-brought = { $title }從現在起在這裡顯示。不再顯示：/event bring { $id } off
event-not-shown = 這裡不顯示它的訊息，用 /event mine 隨時查看下一步。能在這裡開賽事的人可以用 /event bring { $id } 把它顯示在這裡。
event-planned = 已安排。接下來的時間：
event-plans = 這裡的安排
event-plans-none = 沒有安排。
event-plan-line = { $title }（{ $template }）· { $cron } · { $zone } · #{ $id }
event-plan-run = · { $when }
event-plan-ahead = 提前 { $time }開放報名。
event-plan-how = 安排一項：/event plan template:cup when:週五 20:00。when 寫日子和時間，或五段 cron。時區用 /ginadmin zone 設定。
event-plan-how-telegram = 安排一項：/event plan cup 週五 20:00。寫日子和時間，或五段 cron。時區用 /ginadmin zone 設定。去掉一項：/event plan 移除 加上它的編號。
event-choose-unplan = 去掉一項安排
event-unplanned = 不再自動開 { $title }。
event-unplanned-already = 這裡已經沒有這項安排了。
quick-waiting = 正在等下一個想快速開局的人：{ $terms }。等到 { $at }。
quick-found = 你的對手是 { $name }：對局 { $id }，手牌會私下發給你。
quick-left = 已停止等待。
quick-left-already = 你沒有在等。
button-event-join = 報名
button-event-join-late = 中途加入
button-event-leave = 退出
button-event-check-in = 簽到
button-event-here = 我到了
button-event-mine = 我要做什麼？
button-event-manage = 主持
button-event-standings = 排名
button-event-pairings = 對陣
button-event-bracket = 籤表
button-event-schedule = 日程
button-event-people = 名單
button-event-back = ◀ 上一頁
button-event-on = 下一頁 ▶
button-event-drop = 徹底退出
button-event-pause = 先歇著
button-event-return = 我回來了
button-event-start = 現在開始
button-event-next = 現在開始下一輪
button-event-correct = 改結果
button-event-correct-yes = 確定是這個結果
button-event-expel = 讓人退出
button-event-expel-yes = 確定讓其退出
button-event-hold = 暫停賽事
button-event-resume = 繼續
button-event-cancel = 取消賽事
button-event-cancel-yes = 確定取消
button-event-unplan = 去掉這項安排
button-quick-stop = 不等了
event-help-title = 賽事：比賽、聯賽、隊式賽
event-help-player = 在賽事下面按「{ button-event-join }」。每一輪會寫明你的對手：請按時按「{ button-event-here }」，雙方到齊就開局，沒來的人判負。按「{ button-event-mine }」隨時知道下一步該做什麼。
event-help-organiser = 開賽事：/event create template:friendly title:週五賽 start:20:00 size:16。不寫範本會列出所有範本。賽事下面的「{ button-event-manage }」可以開始、暫停、改結果和取消。每週自動開：/event plan template:cup when:週五 20:00。
event-help-organiser-telegram = 開賽事：/event create friendly 「週五賽」 20:00 size 16。不寫範本會列出所有範本。賽事下面的「{ button-event-manage }」可以開始、暫停、改結果和取消。每週自動開：/event plan cup 週五 20:00。
event-help-organiser-page = 要開賽，在「{ page-new-event }」下選一個範本，或寫進賽事欄：創建 友誼賽 「週五」 20:00 人數 16。賽事下面的「{ button-event-manage }」可以開始、暫停、改結果和取消；賽事欄還收：改期、改結果、主辦人、除名。每週自動開：安排 盃賽 週五 20:00。
refused-event-over = 這項賽事已經結束，不再變動。
refused-event-organiser = 只有這項賽事的主辦人和管理員可以這樣做。
refused-event-no-organiser = 這個人不是這項賽事的主辦人。
refused-event-elsewhere = 賽事只能在它所屬的地方主持，不能從別的伺服器或群組操作。
refused-event-not-shown = 這裡不顯示這項賽事。能在這裡開賽事的人可以用 /event bring 更改；否則請到顯示它的地方說。
refused-event-blocked-other = { $name } 目前不能在這項賽事所屬的地方打牌。
refused-event-bringer = 這裡只有能開賽事的人可以顯示別處的賽事。
refused-event-crowded = 這項賽事顯示的地方已達上限。
refused-event-not-in = 你沒有報名這項賽事。
refused-event-full = 已經報滿，也沒有候補名單。
refused-event-line-full = 已經報滿，候補名單也滿了。
refused-event-flapping = 你剛才進出太頻繁了。隨時可以退出，但要過一會兒才能再進來。
refused-event-organisers = 已有 { $most } 人主持這項賽事，不能再增加。
refused-event-closed = 已經不能再加入了。
refused-event-begun = 賽事已經開始，當時定下的不再改。
refused-event-not-begun = 賽事還沒有開始。
refused-event-no-check-in = 目前沒有簽到。
refused-event-team-needed = 這是團隊賽事。請先加入隊伍，由隊長用 /team enter 報名。
refused-event-no-teams = 這支隊伍不參加這項賽事。
refused-event-team-size = 隊伍的人數不符合這項賽事的要求。
refused-event-roster = 陣容裡要有隊長，每人只能出現一次。
refused-event-other-team = { $name } 已經代表這項賽事的另一支隊伍。
refused-event-captain = 只有隊長可以這樣做。
refused-event-substitute = 只有本隊仍在賽中的替補可以上場。
refused-event-sits = 其中一人正在對局，請等那場結束。
refused-event-too-few = 人數不夠，不能開始。
refused-event-round-open = 這一輪還有對局沒有結果。
refused-event-not-yet = 還沒到時候。
refused-event-no-pairing = 這項賽事裡沒有這場對局。
refused-event-not-yours = 這不是你的對局。
refused-event-scored = 這場對局已經有結果了。
refused-event-seated = 這場對局已經開局了。
refused-event-depends = 後面的編排取決於這個結果，不能再改。
refused-event-no-winner = 淘汰賽必須分出勝負。
refused-event-dropped = 你已經徹底退出這項賽事。
refused-event-held = 賽事目前暫停。
refused-event-bounds = 數字超出範圍。
refused-event-start = 「{ $text }」不是開始時間。請寫 20:00、明天 19:30、2026-12-05 20:00、+90m，或「滿員」（報滿就開始）、「手動」（由你宣布）。
refused-event-start-past = 開始時間要在將來，一年以內。
refused-event-none = 這裡沒有這樣的賽事。用 /event list 查看。
refused-event-none-own = 你沒有參加這裡的任何賽事。
refused-event-none-open = 這裡沒有你能報名的賽事。
refused-event-unknown = 沒有賽事「{ $text }」。編號寫在賽事公告裡。
refused-event-template = 沒有範本「{ $text }」。
refused-event-rounds = 輪數為 1 到 60；淘汰賽和隊式賽的輪數由參賽者決定，不能設定。
refused-event-private = 賽事要開在伺服器或群組裡，不能開在私聊裡。
refused-event-faceless = 請用自己的名字開賽事：賽事要有主辦人。
refused-event-opener = 這裡只有管理員可以開賽事。管理員可以用 /ginadmin events 更改。
refused-event-openers = 「{ $text }」既不是 everybody 也不是 admins。
refused-event-too-many = 這裡的賽事或安排已達上限。
refused-event-cron = 看不懂時間「{ $text }」。請寫「週五 20:00」「每天 20:00」「16號 00:00」，或五段 cron，例如 0 20 * * 5。
refused-event-too-often = 同一項安排的賽事至少要相隔一小時。
refused-event-zone = 這裡設定的時區無法識別，請用 /ginadmin zone 重新設定。
refused-event-plan-start = 安排的賽事到點開始，或「滿員」「手動」開始，不用再寫開始時間。
refused-event-ahead = 報名可以提前 0 到 { $most } 分鐘開放。
refused-event-unplan = 只有安排它的人和管理員可以去掉。
refused-event-person = 這項賽事裡沒有「{ $text }」，或不止一個。
refused-event-result = 「{ $text }」不是結果。請寫 34:12、和局或作廢。
refused-quick-private = 快速對局要在有其他人的伺服器或群組裡找。和電腦打：/challenge computer。
flaw-title = 名稱要有 1 到 100 個字。
flaw-terms = 對局的規則看不懂。
flaw-size = 人數要在 2 到 256 之間，上限不能小於下限。
flaw-stages = 一項賽事有 1 到 6 個階段。
flaw-minutes = 每輪的時間不對：最長 30 天，到場時間不能超過一輪。
flaw-check-in = 簽到時間為 1 分鐘到 30 天；報滿就開始的賽事沒有簽到。
flaw-late = 只有第一階段是瑞士制或達標賽、而且不是團隊賽事時，才能中途加入。
flaw-no-squads = 團隊賽事要寫明每隊人數。
flaw-teams-alone = 團隊賽事只有一個階段，就是隊式賽。
flaw-squads = 每隊 1 到 32 人，替補最多 32 人，總共最多 512 人。
flaw-advance = 第 { $n } 階段要寫明幾名晉級：至少 2 名，而且少於參賽人數。
flaw-advance-nowhere = 第 { $n } 階段是最後一個，沒有人晉級。
flaw-carry = 第 { $n } 階段可帶走 0% 到 100%，淘汰賽前後不能帶分。
flaw-figures = 第 { $n } 階段有數字超出範圍。
flaw-keep = 第 { $n } 階段剩下的人數要和晉級人數一樣。
flaw-tie-breaks = 第 { $n } 階段的同分比較重復了。
flaw-pace = 第 { $n } 階段不能不按順序打。
command-event-about = 比賽、聯賽和隊式賽
command-event-create = 開賽
command-event-create-about = 開放一項賽事的報名
command-event-join = 報名
command-event-join-about = 報名參加賽事
command-event-bring = 帶來
command-event-bring-about = 在這裡顯示別處的賽事
command-event-leave = 退出
command-event-leave-about = 取消報名
command-event-checkin = 簽到
command-event-checkin-about = 開始前簽到
command-event-mine = 我的
command-event-mine-about = 你在各項賽事裡要做的事
command-event-list = 列表
command-event-list-about = 這裡的賽事和你的賽事
command-event-standings = 排名
command-event-standings-about = 名次和同分比較
command-event-pairings = 對陣
command-event-pairings-about = 誰和誰打
command-event-bracket = 籤表
command-event-bracket-about = 淘汰賽的籤表
command-event-schedule = 日程
command-event-schedule-about = 什麼時候有什麼：這裡的全部賽事，或某項賽事的各輪
command-event-rest = 歇著
command-event-rest-about = 暫時不參加編排
command-event-return = 歸隊
command-event-return-about = 重新參加編排
command-event-drop = 退賽
command-event-drop-about = 徹底退出進行中的賽事，會先請你確認一次
command-event-manage = 主持
command-event-manage-about = 主辦人能做的事，都有按鈕
command-event-start = 開始
command-event-start-about = 現在開始，或現在開始下一輪（主辦人）
command-event-move = 改期
command-event-move-about = 改開始時間（主辦人）
command-event-pause = 暫停
command-event-pause-about = 暫停整項賽事（主辦人）
command-event-resume = 繼續
command-event-resume-about = 讓賽事繼續（主辦人）
command-event-correct = 改結果
command-event-correct-about = 裁定一場對局的結果（主辦人）
command-event-expel = 除名
command-event-expel-about = 讓人退出賽事（主辦人）
command-event-organiser = 主辦人
command-event-organiser-about = 讓別人也能主持這項賽事
command-event-cancel = 取消
command-event-cancel-about = 取消賽事，會先請你確認一次（主辦人）
command-event-plan = 安排
command-event-plan-about = 按日曆自動開賽事
command-event-help-about = 賽事怎麼玩
option-template = 範本
option-template-about = friendly、cup、fixed、target、elimination、league、team、masters；不寫會列出
option-title = 名稱
option-title-about = 賽事的名稱
option-start = 開始
option-start-about = 20:00、明天 19:30、2026-12-05 20:00、+90m、滿員、手動
option-terms = 規則
option-terms-about = 對局的規則：classic target=100 clock=5m
option-size = 人數
option-size-about = 最多幾人參加，2 到 256
option-rounds = 輪數
option-rounds-about = 第一階段的輪數，1 到 60
option-when = 時間
option-when-about = 週五 20:00、每天 20:00，或五段 cron；不寫會列出已有的安排
option-ahead = 提前
option-ahead-about = 提前多少分鐘開放報名
option-board = 編號
option-board-about = 對陣頁上的對局編號
option-result = 結果
option-result-about = 34:12、和局或作廢
option-event-set-about = 關：不再是主辦人（僅管理員）
command-admin-events = 賽事
command-admin-events-about = 誰可以在這裡開賽事、帶來別處的賽事
choice-everybody = 所有人
choice-admins = 管理員
option-role = 身分組
option-role-about = 其成員也可以開賽事的身分組
option-guests = 外來
option-guests-about = 誰可以把別處的賽事帶來
command-quick = 快速
command-quick-about = 馬上開一場：和在等的人，或下一個來的人
page-events = 賽事
page-new-event = 開賽事
page-event = 賽事：create friendly 「週五賽」 20:00 size 8 · move 21:00 · correct 3 34:12 · plan cup 週五 20:00
page-quick = 快速對局
event-ask-end = 最後一輪的對局都有結果了。現在就結束{ $title }嗎？名次和獎分就此定下，無法撤回。
button-event-end-yes = 是，結束
event-ask-correct-stands = 目前是：{ $result }
event-ask-correct-none = 這局還沒有結果。
event-ask-correct-again = 兩人會被叫來重賽。
event-ask-correct-runs = 對局 { $id } 正在進行：它會結束，自身不計結果。
event-corrected-again = 兩人會被叫來重賽。
event-corrected-here-only = 這只改賽事的積分表。排行榜和等級分仍按對局 { $id } 實際打出的結果，除非管理員將它作廢：/ginadmin void { $id }。
event-corrected-here-only-page = 這只改賽事的積分表。排行榜和等級分仍按對局 { $id } 實際打出的結果。
refused-event-move-full = 這場賽事人滿即開，沒有時間可改。要現在開始，請用 /event start。
refused-event-points = 本賽事的一場對局打不出 { $text }：一方最多 { $most } 分，最少 0 分。
refused-event-ruling-stale = 這裡的結果已經變了：{ $board }。未作任何修改，請再看一次。
refused-event-void-nothing = 這局還沒有結果，無從作廢。
refused-event-too-few-signed =
    { $what ->
        [teams] 已有 { $n } 隊，至少要 { $least } 隊才能開始。
       *[people] 已有 { $n } 人，至少要 { $least } 人才能開始。
    }
refused-event-too-few-here =
    { $what ->
        [teams] 已報名 { $n } 隊，已簽到 { $here } 隊，至少要 { $least } 隊才能開始。
       *[people] 已報名 { $n } 人，已簽到 { $here } 人，至少要 { $least } 人才能開始。
    }
refused-event-too-few-early = 簽到還沒開始。
refused-event-too-few-who = 還要按「{ button-event-check-in }」的有：{ $names }
refused-event-time = 「{ $text }」不是時間。請寫 20:00、明天 19:30、2026-12-05 20:00 或 +90m。
event-clock = 這裡現在是 { $now }。
refused-event-word = 沒有「{ $text }」這個指令。可用的有：
refused-event-title = 這裡已有賽事「{ $text }」：{ $id }。請換個標題。
refused-event-planned = 已經這樣安排了：{ $id }。要再來一份，請另取標題。
refused-event-away-where = 請在不想再顯示這場賽事的地方說。
refused-event-away-home = { $title }就是這裡的賽事，不能送走，只能取消：「{ button-event-cancel }」。
event-away = { $title }不再在這裡顯示。
event-away-already = { $title }沒有在這裡顯示。
event-away-how = 它只是在這裡顯示。可以不再在這裡顯示，參賽者在別處繼續。
button-event-away = 不在這裡顯示
event-brought-already = { $title }已經在這裡顯示了。
option-event-bring-set-about = off：不再在這裡顯示
event-cron-daily = 每天 { $time }
event-cron-date = 每月 { $date } 日 { $time }
event-cron-days = { $days } { $time }
weekday =
    { $day ->
        [1] 週一
        [2] 週二
        [3] 週三
        [4] 週四
        [5] 週五
        [6] 週六
       *[0] 週日
    }
event-plan-how-page = 安排一項：plan cup 週五 20:00。寫日子和時間，或五段 cron。去掉一項：plan 移除 加上它的編號。
event-template-how-page = 選一個就照原樣開。要改名稱、開始時間、人數、輪數或規則，請寫進賽事欄：create friendly 「週五」 20:00 size 16。
event-move-how = 請寫改到什麼時候：20:00、明天 19:30、2026-12-05 20:00 或 +90m。
refused-event-no-matches = 這場賽事還沒有對局。
event-panel-page = 你主持這場賽事。在賽事欄裡可寫：改期（換開始時間）、主辦人（加一位）、改結果 編號 結果。
button-event-end = 現在結束賽事
event-agenda-ends = 結束
refused-event-none-page = 這裡沒有這樣的賽事，按「{ page-events }」看有哪些。
refused-event-unreadable = 這個按鈕已經失效，請按賽事公告裡的新按鈕。
