# 排行榜、战绩与赛季。

board-here = 排行榜：{ $venue }
board-channel = 本频道排行榜：{ $venue }
board-overall = 总排行榜
board-friends = 你和打过牌的牌友
metric =
    { $metric ->
        [rating] 等级分
        [wins] 胜场
        [winrate] 胜率
        [hands] 胜局
        [gold] 金胡
        [dragon] 金龙
        [undercuts] 诈胡
        [streak] 连胜
        [events] 赛事冠军
        [teams] 队伍积分
       *[points] 积分
    }
board-time =
    { $time ->
        [today] 今天
        [week] 本周
        [month] 本月
        [season] 本赛季
        [quarter] 本季度
       *[all] 历来
    }
board-among =
    { $among ->
        [channel] 本频道
        [overall] 所有人
        [friends] 牌友
       *[here] 这里
    }
board-mode =
    { $mode ->
        [target] 达标
        [games] 多盘
       *[fixed] 定局积分
    }
season-title = 第{ $n }赛季
season-title-named = 第{ $n }赛季：{ $name }
board-page = 第{ $n }页，共{ $of }页
board-line = { $place } { $name }：{ $value } · { $note }
board-line-short = { $place } { $name }：{ $value }
board-line-own = ▶ { $line }（你）
board-own-note = 你 · { $note }
board-own-note-short = 你
board-value =
    { $metric ->
        [rating] 等级分{ $value }
        [winrate] 胜率{ $value }
        [wins] { $played }场胜{ $value }场
        [hands] 胜{ $n }局
        [gold] 金胡{ $n }次
        [dragon] 金龙{ $n }次
        [undercuts] 诈胡{ $n }次
        [streak] { $value }连胜
        [events] 夺冠{ $value }次
       *[points] { $value }分
    }
board-note-won = { $played }场胜{ $wins }场
board-note-played = 共{ $played }场
board-note-gold = 三金{ $three } · 二金{ $two } · 金龙{ $dragon }
board-note-streak = 目前{ $now }连胜
board-you = 你排第{ $place }名，共{ $of }人
board-you-not = 你还不在这个榜上。
board-them = { $name } 排第{ $place }名，共{ $of }人
board-of = 榜上共{ $of }人
board-least = 打满{ $n }场才上榜。
board-provisional = 等级分足够稳定才上榜：至少{ $n }场，且要有不同的对手。
board-season-over = { $from } 至 { $to }。
board-season-runs = { $from } 开始。
board-season-until = 下一赛季：{ $until }。
board-left-out = 已离开的人不列出。
board-narrowed = 规则和赛制只在赛季榜与历来榜中分开统计。
board-empty = 还没有打完的对局，来打第一场吧！
board-empty-time =
    { $time ->
        [today] 今天还没有打完的对局。
        [week] 本周还没有打完的对局。
        [month] 本月还没有打完的对局。
       *[season] 这个赛季还没有打完的对局。
    }
board-empty-least = 还没有人打满{ $n }场，打满才上榜。
board-empty-rating = 还没有人的等级分足够稳定：至少要打{ $n }场计分对局，且要有不同的对手。
board-empty-friends = 你还没有和别人打完过对局。打过牌的人会列在这里。
board-empty-events = 还没有人赢过赛事。
board-empty-teams = 还没有队伍得分。
board-empty-kind = 这个榜上还没有人。
board-no-season = 这里没有进行中的赛季。管理员可以开始一个：{ $command }
board-no-such-season = 这里没有赛季“{ $text }”。
board-elsewhere = 这个榜只给在那里玩牌的人看。请在那里重新查一次。
board-not-here = 请在群组或服务器里查；在这个聊天里我不知道是哪里。
refused-among = 没有“{ $text }”这个范围。可选：here（这里）、channel（本频道）、overall（全部）、friends（牌友）。
refused-time = 没有“{ $text }”这个时间。可选：today（今天）、week（本周）、month（本月）、season（赛季）、all（历来）。
refused-board-mode = 没有赛制“{ $text }”。可选：fixed（定局积分）、target（达标）、games（多盘）。
refused-board-rules = 没有规则“{ $text }”。可选：{ $known }。
refused-absent = 请说 hide（不列出）或 show（列出），而不是“{ $text }”。
button-first = « 首页
button-page-back = ‹ 上一页
button-page-next = 下一页 ›
button-last = 末页 »
button-mine = 我的名次
button-rank-by = 排序…
button-time = 时间…
button-among = 范围…
button-seasons = 各赛季
button-back-to = ‹ 返回榜单
choose-metric = 排序：{ $now }
choose-time = 时间：{ $now }
choose-among = 范围：{ $now }
stats-title = { $name } 的战绩
stats-place = { $place } · 历来
stats-overall = 所有地方 · 历来
stats-label =
    { $label ->
        [rating] 等级分
        [matches] 胜场
        [points] 积分
        [hands] 胜局
        [gold] 三金 / 二金 / 金龙
        [knocks] 胡牌成功率
        [undercuts] 诈胡
        [deadwood] 输时平均米数
        [best] 单局最高分
       *[streak] 连胜
    }
stats-rating = { $rating } ± { $deviation }
stats-share = { $part } / { $whole }（{ $share }）
stats-tiers = { $three } / { $two } / { $dragon }
stats-cuts = 做成{ $made }，被诈{ $suffered }
stats-streak = 最长{ $best }，目前{ $now }
stats-none = –
stats-curve = 等级分：{ $rules }
stats-curve-empty = 打完第二场计分对局后显示曲线
stats-line = { $label }：{ $value }
stats-provisional = 等级分还不稳定：场数或对手还太少。
stats-ranked = 等级分排第{ $place }名（{ $rules }）。
stats-record-points = 单场最高分：{ $n }（{ $id }）
stats-record-hand = 单局最高分：{ $n }（{ $id }）
stats-record-margin = 最大赢分：{ $n }（{ $id }）
stats-versus = 对 { $name }：{ $played }场胜{ $wins }场，积分 { $points } : { $against }
stats-versus-none = 还没有和 { $name } 打完过对局。
stats-aborts = 中止过的对局：{ $all }场（24小时内{ $recent }场）。
stats-last = 最近的对局
stats-last-line =
    { $won ->
        [yes] 胜 { $name }
        [no] 负 { $name }
       *[drawn] 平 { $name }
    } { $own } : { $other }（{ $id }）{ $change }
stats-change = ，等级分{ $change }
stats-alt = { $name }，{ $place }。{ $figures }。
stats-nothing = { $name } 还没有在这里打完过对局。
stats-nothing-own = 你还没有在这里打完过对局。用 /gin challenge 或 /challenge 开始一场。
stats-hidden = { $name } 隐藏了自己的战绩。
stats-hidden-own = 你的战绩已隐藏，所以只有你能看到。
stats-unknown = 我没见过“{ $text }”。
stats-computer = 电脑不统计自己的战绩。
stats-self = 自己和自己没有对局可比，请指定另一位玩家。
button-everywhere = 所有地方
button-here = 这里
own-profile-shown = 别人可以看你的战绩。
own-profile-hidden = 别人看不到你的战绩；排行榜上仍会列出你。
button-profile-hide = 隐藏战绩
button-profile-show = 公开战绩
rating-moved = 等级分：{ $first } { $one }（{ $gain }） · { $second } { $two }（{ $loss }）
rating-unrated = 本场不计等级分。
rating-too-many = 本场今天不再计入等级分：{ $first } 与 { $second } 今天计分的对局已满 { $most } 场。
season-list = 各赛季：{ $venue }
season-list-empty = 这里还没有办过赛季。
season-runs = { $season }：{ $from } 开始，进行中
season-ended = { $season }：{ $from } 至 { $to } · { $champions }
season-nobody = 无人打完对局
season-champion = { $place } { $name }（{ $points }分）
season-started = { $season }开始了。赛季榜从零算起，历来的战绩不变。
season-over = { $season }结束了。
season-champions = 优胜者：
season-rated = 按等级分（{ $rules }）：
season-next = { $season }现在开始，等级分向中间值回调一部分。
season-rests = 在管理员开始新赛季之前，没有进行中的赛季。
season-running = { $season }已在进行。请先结束它，或换到下一赛季。
season-usage = 请说 start（开始）、end（结束）、roll（换季）或 list（列表）。start 和 roll 后可写名称和周期：weekly、monthly、quarterly、yearly。
season-calendar =
    { $calendar ->
        [weekly] 每周一零点自动开始下一赛季。
        [monthly] 每月一日零点自动开始下一赛季。
        [quarterly] 每季度首日零点自动开始下一赛季。
        [yearly] 每年元旦零点自动开始下一赛季。
       *[open] 进行到管理员结束为止。
    }
refused-season-name = 赛季名称最多{ $most }个字。
admin-absent-hidden = 这里的排行榜不列出已离开的人。
admin-absent-shown = 这里的排行榜列出所有人，包括已离开的。
command-admin-season = 赛季
command-admin-season-about = 开始、结束或更换这里的排行榜赛季
command-admin-absent = 离开者
command-admin-absent-about = 这里的排行榜是否列出已离开的人
option-season-do = 操作
option-season-do-about = 对赛季做什么
option-season-name = 名称
option-season-name-about = 赛季叫什么
option-calendar = 周期
option-calendar-about = 下一赛季何时自动开始
choice-start = 开始
choice-end = 结束
choice-roll = 换到下一赛季
choice-list = 列表
choice-open = 不自动
choice-weekly = 每周
choice-monthly = 每月
choice-quarterly = 每季度
choice-yearly = 每年
choice-hide = 不列出
choice-show = 列出
command-stats = 战绩
command-stats-about = 你或别人的战绩：等级分、胜场、纪录
option-stats-player = 玩家
option-stats-player-about = 看谁的；不填则看自己
option-versus = 对手
option-versus-about = 和谁相比
command-seasons = 赛季
command-seasons-about = 这里的各赛季和优胜者
option-period = 时间
option-period-about = 哪段时间
option-season = 赛季
option-season-about = 以前的赛季，填编号
option-board-rules-about = 只算这种规则
option-board-mode-about = 只算这种赛制
page-stats = 我的战绩
page-seasons = 赛季
page-season = 赛季：start 春季赛 monthly、roll、end
season-ask-end = 要彻底结束{ $season }吗？赛季榜将存档，并公布冠军。确定的话，请在 { $minutes } 分钟内再说一遍。
season-ask-roll = 要彻底结束{ $season }并开始下一赛季吗？赛季榜将存档，并公布冠军。确定的话，请在 { $minutes } 分钟内再说一遍。
stats-nothing-own-page = 你还没有在这里打完过对局。按“{ page-computer }”开始一场。
