# 赛事：比赛、队式赛、快速对局。

event-kind =
    { $kind ->
        [fixed] 定局积分
        [target] 达标赛
        [knockout] 淘汰赛
        [round-robin] 循环赛
        [team] 队式赛
        [elimination] 打立出局
       *[swiss] 瑞士制
    }
event-stage-matches = { $name }，每人 { $n } 场
event-stage-rounds = { $name }，{ $n } 轮
event-stage-cycles = { $name }，{ $n } 循环
event-stage-target = { $name }，先得 { $points } 分
event-stage-hands = { $name }，两队之间共 { $n } 局
event-stage-elimination = { $name }，每人 { $start } 分开始，剩 { $n } 人为止
event-stage-third = { $name }，另争第三名
event-stage-advance = { $stage }（前 { $n } 名晋级）
event-round = 第 { $n } 轮，共 { $of } 轮
event-final = 决赛
event-semifinals = 半决赛
event-quarterfinals = 四分之一决赛
event-last = { $n } 强
event-third = 第三名
event-id = 赛事 { $id }
event-foot = 主办人：{ $names } · 赛事 { $id }
event-state-open = 报名中
event-state-running = 进行中
event-state-finished = 最终名次
event-state-cancelled = 已取消
event-state-held =
    { $why ->
        [lost] { $state } · 暂停：所在的频道不见了
       *[held] { $state } · 主办人暂停中
    }
event-starts-at = 开始时间：{ $at }
event-starts-full = 报满 { $n } 个就立即开始。
event-starts-hand = 由主办人宣布开始。
event-check-in-later = 开始前 { $time }开放签到，没有签到的人不参赛。
event-check-in-open =
    { $n ->
        [0] 正在签到：请按“{ button-event-check-in }”，否则不能参赛。
       *[other] 正在签到：请按“{ button-event-check-in }”，否则不能参赛。已签到 { $n } 人。
    }
event-unrated = 其中的对局不计等级分。
event-size =
    { $what ->
        [teams] 参赛队：{ $n } / { $most }（至少 { $least } 队）
       *[people] 已报名：{ $n } / { $most }（至少 { $least } 人）
    }
event-enter-team = 队长用 /team enter 加上赛事编号 { $id } 为全队报名。
event-waiting = 候补：{ $names }
event-waits = 候补第 { $n } 位
event-progress = 本轮已打完 { $n } 场，共 { $of } 场
event-goes-on = 本轮已全部结束，{ $at } 自动继续。
event-late = 第 { $n } 轮之前还可以中途加入。
event-come = 请来打你的对局：在 { $at } 之前按“{ button-event-here }”，双方到齐就开局。
event-board = { $n }. { $first } – { $second } · { $state }
event-board-bare = { $n }. { $first } – { $second }
event-byes = 本轮轮空：{ $names }
event-bye = 轮空
event-plays = 对局中
event-here = { $name } 已到
event-both-here = 双方已到
event-not-here = 都还没到
event-result-how =
    { $how ->
        [walkover] { $result }（对方未到）
        [nobody] { $result }（双方未到）
        [time] { $result }（时间到）
        [seed] { $result }（{ $name } 种子较高，晋级）
       *[organiser] { $result }（主办人裁定）
    }
event-drawn = 和局
event-result-drawn = { $result }，和局
event-result-won = { $result }，{ $name } 胜
event-under =
    { $how ->
        [walkover] 对方未到
        [nobody] 双方未到
        [time] 时间到
        [seed] 种子晋级
       *[organiser] 裁定
    }
event-under-drawn =
    { $how ->
        [time] 和局（时间到）
        [seed] 和局（种子）
       *[organiser] 和局（裁定）
    }
event-levelled = 和局，重打：{ $state }
event-mark =
    { $away ->
        [paused] 暂歇
       *[out] 出局
    }
event-marked = { $name }（{ $mark }）
event-mark-means =
    { $away ->
        [paused] { $mark }：回来之前不参加编排
       *[out] { $mark }：被淘汰、退赛或被请出，不再参赛
    }
event-call = 对局在等你们。请在 { $at } 之前到场，否则判负：
event-call-check-in = 签到到 { $at } 截止。请签到，否则不能参赛：
event-call-moved = 有空位了，递补参赛：
event-over = { $title } 结束了
event-called-off = { $title } 取消了
event-cancelled =
    { $why ->
        [idle] 连续 { $n } 天没有人报名，也没有开始，这项赛事已自动取消，不计结果。
        [held] 暂停满 { $n } 天，这项赛事已自动取消，不计结果。
        [lost] 所在的频道消失满 { $n } 天，这项赛事已自动取消，不计结果。
       *[called] 这项赛事已取消，不计结果。
    }
event-lapses =
    { $why ->
        [idle] 如果到 { $at } 还没有人报名，也没有开始，就会自动取消。
       *[held] 如果到 { $at } 还没有继续，就会自动取消。
    }
event-winner = 第 { $place } 名：{ $name }
event-winner-team = 第 { $place } 名：{ $name }，{ $points } 分
event-best = 最佳选手：{ $names }
event-place = { $place }. { $name }：{ $figures }
event-column-marks = 场分
event-column-points = 积分
event-column-record = 胜–和–负
event-column-wins = 胜场
event-column-balance = 余分
event-column-boards = 场数
event-column-meetings = 队胜
event-column-there = 签到
event-column-played = 已打
event-tie-breaks = 同分依次比：{ $list }
event-tie-break =
    { $by ->
        [buchholz] 对手分（Buchholz）
        [median] 中间对手分（去掉最高和最低）
        [sonneborn] 索伯分（Sonneborn–Berger）
        [direct] 相互胜负
        [wins] 胜场
        [marks] 场分
        [points] 积分
       *[difference] 净胜分
    }
event-tie-break-short =
    { $by ->
        [buchholz] 对手分
        [median] 中间分
        [sonneborn] 索伯分
        [direct] 相互
        [wins] 胜场
        [marks] 场分
        [points] 积分
       *[difference] 净胜分
    }
event-no-pairings = 还没有对阵。
event-no-bracket = 还没有签表。
event-part = 第 { $n } 部分，共 { $of } 部分
event-schedule-later = { $stage }：还没开始
event-schedule-round = { $round }：打完 { $n } 场，共 { $of } 场
event-schedule-until = { $round } · 最晚 { $at }
event-schedule-begins = { $round } · { $at } 开始
event-schedule-by = 最晚 { $at }
event-schedule-from = { $at } 起
event-agenda = 这里的赛事日程
event-agenda-zone = 时区：{ $zone }
event-agenda-line = { $at }：{ $title } · { $what }
event-agenda-at = { $at }：{ $what }
event-agenda-opens = 开始报名（已排定）
event-agenda-planned = 开赛（已排定）
event-agenda-check-in = 开始签到
event-agenda-starts = 开赛
event-agenda-goes-on = 继续
event-agenda-until = { $round }：最晚到此时打完
event-agenda-more = 另有 { $n } 项
event-schedule-next = 下一轮：{ $list }
event-asked-nothing = 你没有参加。
event-asked-place = 你在候补名单上，一有空位就会补上。
event-asked-check-in = 请签到：按“{ button-event-check-in }”。
event-asked-start = 你已报名，等开始就好。
event-asked-show = 你与 { $name } 的对局在等你，请在 { $at } 之前按“{ button-event-here }”。
event-asked-opponent = 你已到场，{ $name } 最晚 { $at } 到。
event-asked-play = 你正在和 { $name } 对局（对局 { $id }）。
event-asked-bye = 你本轮轮空，算一场胜，请等下一轮。
event-asked-round = 暂时没事，等下一轮。
event-asked-return = 你目前不参加编排。回来后请按“{ button-event-return }”。
event-asked-stand-by = 你是 { $team } 的替补，请待命。
event-asked-done = 你没有要做的事了。
event-mine = 你的赛事
event-mine-none = 你没有参加任何赛事。用 /event list 看看可以报名的。
event-mine-none-page = 你没有参加任何赛事。按“{ page-events }”看看可以报名的。
event-list = 这里的赛事
event-list-none = 目前没有。
event-list-over = 已结束：{ $list }
event-which = 哪一项赛事？
event-created = 赛事已开放报名：{ $id }。公告已发出，大家都看得到。
event-joined = 报名成功：{ $title }。
event-joined-already = 你已经报过名了：{ $title }。
event-joined-check-in = 报名成功：{ $title }。正在签到，请签到。
event-joined-waiting = { $title } 已报满，你是候补第 { $n } 位。
event-left = 你已退出 { $title }。
event-ask-drop = 确定退出 { $title }？退出后不能再回来，正在打的对局判负。只想歇一会儿，请按“{ button-event-pause }”。
event-dropped = 你已退出 { $title }。
event-checked-in = { $title } 签到成功。请不要走开，开始时编排第一轮。
event-begins = 双方到齐：对局 { $id } 开始，手牌会私下发给你。
event-panel = 你是这项赛事的主办人。也可以输入命令：/event move（改开始时间）、/event organiser（增加主办人）、/event correct board result（改结果）。
event-started = { $title } 开始了。
event-went-on = { $title }：{ $state }。
event-held = { $title } 暂停，各项期限顺延。
event-resumed = { $title } 继续。
event-cancelled-done = { $title } 已取消，会通知报名的人。
event-expelled = { $name } 已退出赛事。
event-corrected = 已记下：{ $board }
event-organiser-named = { $name }也可以主持{ $title }了。
event-organiser-unnamed = { $name }不再主持{ $title }。
event-ask-cancel = 确定为所有人取消 { $title }？进行中的对局不计结果，无法恢复。
event-ask-expel = 确定让 { $name } 退出 { $title }，不再回来？
event-ask-strike = 把 { $name } 从 { $title } 的名单中划掉？
event-ask-correct = { $first } – { $second }：确定结果是这样吗？{ $result }
event-choose-match = 要改哪一场的结果？
event-choose-person = 让谁退出？
event-choose-result = 什么结果？要写分数：/event correct board:{ $n } result:34:12
event-choose-result-typed = 什么结果？要写分数：/event correct { $n } 34:12
event-ruled-won = { $name } 胜
event-ruled-drawn = 和局
event-ruled-void = 作废，重打
event-templates = 开哪种赛事？
event-template = { $name }：{ $title }（{ $stages }）
event-template-how = 按一下就照原样开。要改名称、开始时间、人数、轮数或规则，请写在 /event create 里。
event-template-name = 还没有开赛。请连同模板名再写一次：/event create template:friendly …
event-template-name-telegram = 还没有开赛。请把模板名放在前面再写一次：/event create friendly …
event-choose-template = 选择模板
event-openers =
    { $who ->
        [everybody] 这里所有人都可以开赛事。
        [role] 这里管理员和一个身份组的成员可以开赛事。
       *[admins] 这里只有管理员可以开赛事。
    }
event-guests =
    { $who ->
        [everybody] 任何人报名别处的赛事，赛事消息都会显示在这里。
       *[admins] 别处的赛事，由这里能开赛事的人报名或带来后才显示在这里。
    }
event-brought = { $title }从现在起在这里显示。不再显示：/event bring { $id } off
event-not-shown = 这里不显示它的消息，用 /event mine 随时查看下一步。能在这里开赛事的人可以用 /event bring { $id } 把它显示在这里。
event-planned = 已安排。接下来的时间：
event-plans = 这里的安排
event-plans-none = 没有安排。
event-plan-line = { $title }（{ $template }）· { $cron } · { $zone } · #{ $id }
event-plan-run = · { $when }
event-plan-ahead = 提前 { $time }开放报名。
event-plan-how = 安排一项：/event plan template:cup when:周五 20:00。when 写日子和时间，或五段 cron。时区用 /ginadmin zone 设定。
event-plan-how-telegram = 安排一项：/event plan cup 周五 20:00。写日子和时间，或五段 cron。时区用 /ginadmin zone 设定。去掉一项：/event plan 移除 加上它的编号。
event-choose-unplan = 去掉一项安排
event-unplanned = 不再自动开 { $title }。
event-unplanned-already = 这里已经没有这项安排了。
quick-waiting = 正在等下一个想快速开局的人：{ $terms }。等到 { $at }。
quick-found = 你的对手是 { $name }：对局 { $id }，手牌会私下发给你。
quick-left = 已停止等待。
quick-left-already = 你没有在等。
button-event-join = 报名
button-event-join-late = 中途加入
button-event-leave = 退出
button-event-check-in = 签到
button-event-here = 我到了
button-event-mine = 我要做什么？
button-event-manage = 主持
button-event-standings = 排名
button-event-pairings = 对阵
button-event-bracket = 签表
button-event-schedule = 日程
button-event-people = 名单
button-event-back = ◀ 上一页
button-event-on = 下一页 ▶
button-event-drop = 彻底退出
button-event-pause = 先歇着
button-event-return = 我回来了
button-event-start = 现在开始
button-event-next = 现在开始下一轮
button-event-correct = 改结果
button-event-correct-yes = 确定是这个结果
button-event-expel = 让人退出
button-event-expel-yes = 确定让其退出
button-event-hold = 暂停赛事
button-event-resume = 继续
button-event-cancel = 取消赛事
button-event-cancel-yes = 确定取消
button-event-unplan = 去掉这项安排
button-quick-stop = 不等了
event-help-title = 赛事：比赛、联赛、队式赛
event-help-player = 在赛事下面按“{ button-event-join }”。每一轮会写明你的对手：请按时按“{ button-event-here }”，双方到齐就开局，没来的人判负。按“{ button-event-mine }”随时知道下一步该做什么。
event-help-organiser = 开赛事：/event create template:friendly title:周五赛 start:20:00 size:16。不写模板会列出所有模板。赛事下面的“{ button-event-manage }”可以开始、暂停、改结果和取消。每周自动开：/event plan template:cup when:周五 20:00。
event-help-organiser-telegram = 开赛事：/event create friendly “周五赛” 20:00 size 16。不写模板会列出所有模板。赛事下面的“{ button-event-manage }”可以开始、暂停、改结果和取消。每周自动开：/event plan cup 周五 20:00。
event-help-organiser-page = 要开赛，在“{ page-new-event }”下选一个模板，或写进赛事栏：创建 友谊赛 “周五” 20:00 人数 16。赛事下面的“{ button-event-manage }”可以开始、暂停、改结果和取消；赛事栏还收：改期、改结果、主办人、除名。每周自动开：安排 杯赛 周五 20:00。
refused-event-over = 这项赛事已经结束，不再变动。
refused-event-organiser = 只有这项赛事的主办人和管理员可以这样做。
refused-event-no-organiser = 这个人不是这项赛事的主办人。
refused-event-elsewhere = 赛事只能在它所属的地方主持，不能从别的服务器或群组操作。
refused-event-not-shown = 这里不显示这项赛事。能在这里开赛事的人可以用 /event bring 更改；否则请到显示它的地方说。
refused-event-blocked-other = { $name } 目前不能在这项赛事所属的地方打牌。
refused-event-bringer = 这里只有能开赛事的人可以显示别处的赛事。
refused-event-crowded = 这项赛事显示的地方已达上限。
refused-event-not-in = 你没有报名这项赛事。
refused-event-full = 已经报满，也没有候补名单。
refused-event-line-full = 已经报满，候补名单也满了。
refused-event-flapping = 你刚才进出太频繁了。随时可以退出，但要过一会儿才能再进来。
refused-event-organisers = 已有 { $most } 人主持这项赛事，不能再增加。
refused-event-closed = 已经不能再加入了。
refused-event-begun = 赛事已经开始，当时定下的不再改。
refused-event-not-begun = 赛事还没有开始。
refused-event-no-check-in = 目前没有签到。
refused-event-team-needed = 这是团队赛事。请先加入队伍，由队长用 /team enter 报名。
refused-event-no-teams = 这支队伍不参加这项赛事。
refused-event-team-size = 队伍的人数不符合这项赛事的要求。
refused-event-roster = 阵容里要有队长，每人只能出现一次。
refused-event-other-team = { $name } 已经代表这项赛事的另一支队伍。
refused-event-captain = 只有队长可以这样做。
refused-event-substitute = 只有本队仍在赛中的替补可以上场。
refused-event-sits = 其中一人正在对局，请等那场结束。
refused-event-too-few = 人数不够，不能开始。
refused-event-round-open = 这一轮还有对局没有结果。
refused-event-not-yet = 还没到时候。
refused-event-no-pairing = 这项赛事里没有这场对局。
refused-event-not-yours = 这不是你的对局。
refused-event-scored = 这场对局已经有结果了。
refused-event-seated = 这场对局已经开局了。
refused-event-depends = 后面的编排取决于这个结果，不能再改。
refused-event-no-winner = 淘汰赛必须分出胜负。
refused-event-dropped = 你已经彻底退出这项赛事。
refused-event-held = 赛事目前暂停。
refused-event-bounds = 数字超出范围。
refused-event-start = “{ $text }”不是开始时间。请写 20:00、明天 19:30、2026-12-05 20:00、+90m，或“满员”（报满就开始）、“手动”（由你宣布）。
refused-event-start-past = 开始时间要在将来，一年以内。
refused-event-none = 这里没有这样的赛事。用 /event list 查看。
refused-event-none-own = 你没有参加这里的任何赛事。
refused-event-none-open = 这里没有你能报名的赛事。
refused-event-unknown = 没有赛事“{ $text }”。编号写在赛事公告里。
refused-event-template = 没有模板“{ $text }”。
refused-event-rounds = 轮数为 1 到 60；淘汰赛和队式赛的轮数由参赛者决定，不能设定。
refused-event-private = 赛事要开在服务器或群组里，不能开在私聊里。
refused-event-faceless = 请用自己的名字开赛事：赛事要有主办人。
refused-event-opener = 这里只有管理员可以开赛事。管理员可以用 /ginadmin events 更改。
refused-event-openers = “{ $text }”既不是 everybody 也不是 admins。
refused-event-too-many = 这里的赛事或安排已达上限。
refused-event-cron = 看不懂时间“{ $text }”。请写“周五 20:00”“每天 20:00”“16号 00:00”，或五段 cron，例如 0 20 * * 5。
refused-event-too-often = 同一项安排的赛事至少要相隔一小时。
refused-event-zone = 这里设定的时区无法识别，请用 /ginadmin zone 重新设定。
refused-event-plan-start = 安排的赛事到点开始，或“满员”“手动”开始，不用再写开始时间。
refused-event-ahead = 报名可以提前 0 到 { $most } 分钟开放。
refused-event-unplan = 只有安排它的人和管理员可以去掉。
refused-event-person = 这项赛事里没有“{ $text }”，或不止一个。
refused-event-result = “{ $text }”不是结果。请写 34:12、和局或作废。
refused-quick-private = 快速对局要在有其他人的服务器或群组里找。和电脑打：/challenge computer。
flaw-title = 名称要有 1 到 100 个字。
flaw-terms = 对局的规则看不懂。
flaw-size = 人数要在 2 到 256 之间，上限不能小于下限。
flaw-stages = 一项赛事有 1 到 6 个阶段。
flaw-minutes = 每轮的时间不对：最长 30 天，到场时间不能超过一轮。
flaw-check-in = 签到时间为 1 分钟到 30 天；报满就开始的赛事没有签到。
flaw-late = 只有第一阶段是瑞士制或达标赛、而且不是团队赛事时，才能中途加入。
flaw-no-squads = 团队赛事要写明每队人数。
flaw-teams-alone = 团队赛事只有一个阶段，就是队式赛。
flaw-squads = 每队 1 到 32 人，替补最多 32 人，总共最多 512 人。
flaw-advance = 第 { $n } 阶段要写明几名晋级：至少 2 名，而且少于参赛人数。
flaw-advance-nowhere = 第 { $n } 阶段是最后一个，没有人晋级。
flaw-carry = 第 { $n } 阶段可带走 0% 到 100%，淘汰赛前后不能带分。
flaw-figures = 第 { $n } 阶段有数字超出范围。
flaw-keep = 第 { $n } 阶段剩下的人数要和晋级人数一样。
flaw-tie-breaks = 第 { $n } 阶段的同分比较重复了。
flaw-pace = 第 { $n } 阶段不能不按顺序打。
command-event-about = 比赛、联赛和队式赛
command-event-create = 开赛
command-event-create-about = 开放一项赛事的报名
command-event-join = 报名
command-event-join-about = 报名参加赛事
command-event-bring = 带来
command-event-bring-about = 在这里显示别处的赛事
command-event-leave = 退出
command-event-leave-about = 取消报名
command-event-checkin = 签到
command-event-checkin-about = 开始前签到
command-event-mine = 我的
command-event-mine-about = 你在各项赛事里要做的事
command-event-list = 列表
command-event-list-about = 这里的赛事和你的赛事
command-event-standings = 排名
command-event-standings-about = 名次和同分比较
command-event-pairings = 对阵
command-event-pairings-about = 谁和谁打
command-event-bracket = 签表
command-event-bracket-about = 淘汰赛的签表
command-event-schedule = 日程
command-event-schedule-about = 什么时候有什么：这里的全部赛事，或某项赛事的各轮
command-event-rest = 歇着
command-event-rest-about = 暂时不参加编排
command-event-return = 归队
command-event-return-about = 重新参加编排
command-event-drop = 退赛
command-event-drop-about = 彻底退出进行中的赛事，会先请你确认一次
command-event-manage = 主持
command-event-manage-about = 主办人能做的事，都有按钮
command-event-start = 开始
command-event-start-about = 现在开始，或现在开始下一轮（主办人）
command-event-move = 改期
command-event-move-about = 改开始时间（主办人）
command-event-pause = 暂停
command-event-pause-about = 暂停整项赛事（主办人）
command-event-resume = 继续
command-event-resume-about = 让赛事继续（主办人）
command-event-correct = 改结果
command-event-correct-about = 裁定一场对局的结果（主办人）
command-event-expel = 除名
command-event-expel-about = 让人退出赛事（主办人）
command-event-organiser = 主办人
command-event-organiser-about = 让别人也能主持这项赛事
command-event-cancel = 取消
command-event-cancel-about = 取消赛事，会先请你确认一次（主办人）
command-event-plan = 安排
command-event-plan-about = 按日历自动开赛事
command-event-help-about = 赛事怎么玩
option-template = 模板
option-template-about = friendly、cup、fixed、target、elimination、league、team、masters；不写会列出
option-title = 名称
option-title-about = 赛事的名称
option-start = 开始
option-start-about = 20:00、明天 19:30、2026-12-05 20:00、+90m、满员、手动
option-terms = 规则
option-terms-about = 对局的规则：classic target=100 clock=5m
option-size = 人数
option-size-about = 最多几人参加，2 到 256
option-rounds = 轮数
option-rounds-about = 第一阶段的轮数，1 到 60
option-when = 时间
option-when-about = 周五 20:00、每天 20:00，或五段 cron；不写会列出已有的安排
option-ahead = 提前
option-ahead-about = 提前多少分钟开放报名
option-board = 编号
option-board-about = 对阵页上的对局编号
option-result = 结果
option-result-about = 34:12、和局或作废
option-event-set-about = 关：不再是主办人（仅管理员）
command-admin-events = 赛事
command-admin-events-about = 谁可以在这里开赛事、带来别处的赛事
choice-everybody = 所有人
choice-admins = 管理员
option-role = 身份组
option-role-about = 其成员也可以开赛事的身份组
option-guests = 外来
option-guests-about = 谁可以把别处的赛事带来
command-quick = 快速
command-quick-about = 马上开一场：和在等的人，或下一个来的人
page-events = 赛事
page-new-event = 开赛事
page-event = 赛事：create friendly “周五赛” 20:00 size 8 · move 21:00 · correct 3 34:12 · plan cup 周五 20:00
page-quick = 快速对局
event-ask-end = 最后一轮的对局都有结果了。现在就结束{ $title }吗？名次和奖分就此定下，无法撤回。
button-event-end-yes = 是，结束
event-ask-correct-stands = 目前是：{ $result }
event-ask-correct-none = 这局还没有结果。
event-ask-correct-again = 两人会被叫来重赛。
event-ask-correct-runs = 对局 { $id } 正在进行：它会结束，自身不计结果。
event-corrected-again = 两人会被叫来重赛。
event-corrected-here-only = 这只改赛事的积分表。排行榜和等级分仍按对局 { $id } 实际打出的结果，除非管理员将它作废：/ginadmin void { $id }。
event-corrected-here-only-page = 这只改赛事的积分表。排行榜和等级分仍按对局 { $id } 实际打出的结果。
refused-event-move-full = 这场赛事人满即开，没有时间可改。要现在开始，请用 /event start。
refused-event-points = 本赛事的一场对局打不出 { $text }：一方最多 { $most } 分，最少 0 分。
refused-event-ruling-stale = 这里的结果已经变了：{ $board }。未作任何修改，请再看一次。
refused-event-void-nothing = 这局还没有结果，无从作废。
refused-event-too-few-signed =
    { $what ->
        [teams] 已有 { $n } 队，至少要 { $least } 队才能开始。
       *[people] 已有 { $n } 人，至少要 { $least } 人才能开始。
    }
refused-event-too-few-here =
    { $what ->
        [teams] 已报名 { $n } 队，已签到 { $here } 队，至少要 { $least } 队才能开始。
       *[people] 已报名 { $n } 人，已签到 { $here } 人，至少要 { $least } 人才能开始。
    }
refused-event-too-few-early = 签到还没开始。
refused-event-too-few-who = 还要按“{ button-event-check-in }”的有：{ $names }
refused-event-time = “{ $text }”不是时间。请写 20:00、明天 19:30、2026-12-05 20:00 或 +90m。
event-clock = 这里现在是 { $now }。
refused-event-word = 没有“{ $text }”这个指令。可用的有：
refused-event-title = 这里已有赛事“{ $text }”：{ $id }。请换个标题。
refused-event-planned = 已经这样安排了：{ $id }。要再来一份，请另取标题。
refused-event-away-where = 请在不想再显示这场赛事的地方说。
refused-event-away-home = { $title }就是这里的赛事，不能送走，只能取消：“{ button-event-cancel }”。
event-away = { $title }不再在这里显示。
event-away-already = { $title }没有在这里显示。
event-away-how = 它只是在这里显示。可以不再在这里显示，参赛者在别处继续。
button-event-away = 不在这里显示
event-brought-already = { $title }已经在这里显示了。
option-event-bring-set-about = off：不再在这里显示
event-cron-daily = 每天 { $time }
event-cron-date = 每月 { $date } 日 { $time }
event-cron-days = { $days } { $time }
weekday =
    { $day ->
        [1] 周一
        [2] 周二
        [3] 周三
        [4] 周四
        [5] 周五
        [6] 周六
       *[0] 周日
    }
event-plan-how-page = 安排一项：plan cup 周五 20:00。写日子和时间，或五段 cron。去掉一项：plan 移除 加上它的编号。
event-template-how-page = 选一个就照原样开。要改名称、开始时间、人数、轮数或规则，请写进赛事栏：create friendly “周五” 20:00 size 16。
event-move-how = 请写改到什么时候：20:00、明天 19:30、2026-12-05 20:00 或 +90m。
refused-event-no-matches = 这场赛事还没有对局。
event-panel-page = 你主持这场赛事。在赛事栏里可写：改期（换开始时间）、主办人（加一位）、改结果 编号 结果。
button-event-end = 现在结束赛事
event-agenda-ends = 结束
refused-event-none-page = 这里没有这样的赛事，按“{ page-events }”看有哪些。
refused-event-unreadable = 这个按钮已经失效，请按赛事公告里的新按钮。
