command-team-about = 队伍：组队、入队、带队，参加团体赛事
command-team-create = 创建
command-team-create-about = 创建一支队伍，由你当队长
command-team-invite = 邀请
command-team-invite-about = 邀请别人加入你的队伍
command-team-join = 加入
command-team-join-about = 加入开放的队伍，或邀请了你的队伍
command-team-leave = 退出
command-team-leave-about = 退出队伍
command-team-mine = 我的
command-team-mine-about = 你的队伍和邀请
command-team-list = 列表
command-team-list-about = 这里的队伍
command-team-roster = 名单
command-team-roster-about = 队伍里有谁
command-team-kick = 移出
command-team-kick-about = 把一名队员移出你的队伍
command-team-captain = 队长
command-team-captain-about = 让另一名队员当队长
command-team-rename = 改名
command-team-rename-about = 给你的队伍改名
command-team-open = 开放
command-team-open-about = 让所有人都能加入，或只限受邀的人
command-team-disband = 解散
command-team-disband-about = 解散你的队伍
command-team-enter = 报名
command-team-enter-about = 带你的队伍参加团体赛事
command-team-lineup = 阵容
command-team-lineup-about = 赛事开始前，决定谁代表你的队伍出场
command-team-substitute = 换人
command-team-substitute-about = 赛事进行中，用替补换下一名队员
command-team-change = 换队
command-team-change-about = 赛事开始前，换到另一支参赛队伍
command-team-withdraw = 退赛
command-team-withdraw-about = 赛事开始前，让你的队伍退出
command-team-log = 记录
command-team-log-about = 这里的队伍发生过什么，供管理员查看
command-team-help-about = 队伍怎么用，有哪些命令
team-help-title = 队伍
team-help = 队长创建队伍、邀请队员，用赛事编号带队参加团体赛事。只在一支队伍里的人不用写队名。
option-team = 队伍
option-team-about = 哪支队伍；不填：你的队伍
option-team-name = 名称
option-team-name-about = 队名，最多 32 个字
option-open = 开放
option-open-about = 是否所有人都能加入
option-event = 赛事
option-event-about = 赛事编号，写在赛事消息里
option-lineup = 阵容
option-lineup-about = 出场的人，强者在前：提及、名字或名单上的号码
option-substitutes = 替补
option-substitutes-about = 待命的人：提及、名字或名单上的号码
option-out = 换下
option-out-about = 下场的队员
option-in = 换上
option-in-about = 上场的替补
team-made = 队伍 { $team } 成立了。队长：{ $captain }
team-made-open = 所有人都可以加入。
team-made-invite = 队长用 { $command } 邀请队员。
team-invitation = { $player }，{ $captain } 邀请你加入队伍 { $team }。邀请将于 { $until } 失效。
team-joined = { $player } 加入了队伍 { $team }，现有 { $n } 人。
team-declined = { $player } 没有接受队伍 { $team } 的邀请。
team-left = { $player } 退出了队伍 { $team }。
team-left-last = 最后一名队员 { $player } 退出了队伍 { $team }，队伍就此解散。
team-kicked = { $player } 不再是队伍 { $team } 的队员。
team-captain = { $player } 现在是队伍 { $team } 的队长。
team-captain-now = 队长由资历最老的队员 { $captain } 接任。
team-renamed = 队伍 { $before } 改名为 { $team }。
team-open = 现在所有人都可以加入队伍 { $team }。
team-closed = 队伍 { $team } 现在只限受邀的人加入。
team-disbanded = { $player } 解散了队伍 { $team }。
team-so-already = 已经是这样了。
team-disband-ask = 要解散队伍 { $team }（{ $n } 人）吗？此操作无法撤销。
team-question-old = 这个提问已经过期，请重新发起。
team-kept = 队伍保留。
team-size = { $n } 人，最多 { $most } 人
team-way-open = 所有人都可以加入
team-way-invitation = 需要邀请
team-line = { $n }. { $player }
team-line-captain = { $n }. { $player }（队长）
teams-title =
    { $n ->
        [0] 这里还没有队伍
       *[other] 这里有 { $n } 支队伍
    }
teams-none = 用 { $command } 创建第一支吧。
teams-line =
    { $team } · { $n } 人 · 队长 { $captain }{ $way ->
        [open] { " · 开放" }
       *[asked] { "" }
    }
teams-yours = 你在这里的队伍
teams-yours-none = 你还没有队伍。用 { $create } 创建一支，或用 { $list } 看看有哪些。
teams-yours-line =
    { $team } · { $n } 人 · { $part ->
        [captain] 你是队长
       *[member] 队员
    }
teams-asked-line = 队伍 { $team } 邀请了你，邀请将于 { $until } 失效。
team-log = 这里的队伍发生过的事
team-log-line = { $when } · { $team } · { $what }
team-deed =
    { $act ->
        [made] 创建，名为 { $detail }
        [invited] 邀请了 { $whom }
        [joined] { $whom } 加入
        [declined] { $whom } 没有接受邀请
        [left] { $whom } 退出
        [kicked] 移出了 { $whom }
        [captain] { $whom } 成为队长
        [renamed] 改名为 { $detail }
        [opened] 对所有人开放：{ $detail }
       *[disbanded] 解散
    }
button-roster = 名单
button-team-join = 加入
button-team-accept = 加入 { $team }
button-team-decline = 谢绝 { $team }
button-disband = 是，解散
button-team-keep = 保留队伍
button-teams-before = ← 上一页
button-teams-after = 下一页 →
refused-team-name = 队名要有 1 到 { $most } 个字。
refused-team-taken = 这里已有队伍用这个名字，请换一个。
refused-team-gone = 这支队伍已经不在了。
refused-team-elsewhere = 这支队伍在别处，请到那里按。
refused-team-full = 一支队伍最多 { $most } 人。
refused-team-many = 在这里一个人最多参加 { $most } 支队伍。
refused-team-many-here = 这里已有 { $most } 支队伍，不能再创建了。
refused-team-asked = 同时最多有 { $most } 个待答的邀请，请等对方回答。
refused-team-captain = 只有队长能这样做。
refused-team-member = 这支队伍里没有这个人。
refused-team-invitation = 这里没有你还能回答的邀请。
refused-team-closed = 这支队伍需要邀请才能加入，请找队长。
refused-team-already = 已经在这支队伍里了。
refused-team-shut = 这个人目前不能加入这里的队伍。
team-makers =
    { $who ->
        [admins] 这里只有管理员可以建队伍。
       *[everybody] 这里所有人都可以建队伍。
    }
command-admin-teams = 队伍
command-admin-teams-about = 谁可以在这里建队伍
refused-team-admins = 这里只有管理员能创建队伍。管理员可以用 /ginadmin teams 更改。
refused-no-team = 这里没有叫“{ $text }”的队伍。
refused-team-none = 你在这里没有队伍。请写明是哪支队伍。
refused-team-which = 你指的是哪支队伍：{ $names }？
refused-team-nobody = 请指明是谁：选人、写 @用户名，或回复对方的消息。
refused-page-person = 这里没有叫“{ $text }”的人。对方的“{ page-your-teams }”页面上有代码，也可以使用。
refused-page-several = 这里有好几个人叫“{ $text }”。请使用对方“{ page-your-teams }”页面上的代码。
teams-your-code = 别人可以用你的名字或你的代码邀请你：{ $code }
refused-team-person = 队里没有“{ $text }”，或不止一个。
refused-team-bot = 机器人不能加入队伍。
refused-team-join = 请写明要加入哪支队伍。
page-teams = 队伍
page-team = 队伍：create 红队、invite 小明、roster 红队、leave、rename 蓝队、disband
page-your-teams = 我的队伍与邀请
page-tell = 执行
team-entered = 队伍 { $team } 参加 { $event }。
team-waits = { $event } 已满：队伍 { $team } 正在候补。
team-lineup = 阵容：{ $names }
team-substitutes = 替补：{ $names }
team-withdrawn = 队伍 { $team } 不再参加 { $event }。
team-substituted = { $event } 中由 { $into } 换下 { $out }。
teams-asked = 你收到了邀请
