# 管理员做了什么，以及其他人会看到什么。

challenge-cancelled = 管理员取消了这个挑战。
over-cancelled = 管理员取消了这场对局，不计结果。
over-voided = 管理员已将此结果作废，不再计入任何排行榜。
ruling-reason = 管理员的理由：{ $reason }
told-challenge-cancelled = 管理员取消了你的挑战（{ $at }）。你可以重新发起。
told-cancelled = 管理员取消了你与 { $opponent } 的对局（{ $at }），不计结果。
told-voided = 管理员将你与 { $opponent } 的对局（{ $at }）的结果作废，不再计入任何排行榜。
refused-no-result = 这场对局没有计入成绩的结果，无需作废。
refused-voided = 这个结果已经作废了。
refused-moderator = 只有管理员可以这样做：能管理服务器的人，或群组的管理员。
refused-cancel-over = 对局 { $id } 已经结束，可以将结果作废。
refused-void-running = 对局 { $id } 还没有结束，可以取消。
refused-log-anonymous = 记录只发给一个人，请用自己的名字来查。
admin-cancelled = 对局 { $id } 已取消，会通知双方。
admin-voided = 对局 { $id } 的结果已作废，排行榜如同没有打过这场一样。会通知双方。
admin-log = 管理员在这里做过的事，最新的在前
admin-log-empty = 还没有记录。
admin-log-line = { $when } · { $who }：{ $what }
admin-anonymous = 匿名管理员
admin-deed =
    { $act ->
        [cancelled] 取消了对局 { $of }
        [voided] 将对局 { $of } 作废
        [blocked] 屏蔽了 { $of }
        [unblocked] 解除了对 { $of } 的屏蔽
        [house] 设定了自定规则
        [house-off] 取消了自定规则
        [open-replay] 设定了谁能看回放
        [channel] 设定了对局只发在一个地方
        [channel-off] 恢复了对局到处都发
        [threads] 设定了讨论串
        [zone] 设定了时区
        [zone-off] 取消了时区
        [limits] 设定了数量上限
        [season] 调整了赛季
        [absent] 设定了排行榜是否列出已离开的成员
        [team-renamed] 给队伍改名
        [team-disbanded] 解散了队伍
        [teams] 设定了谁能创建队伍
        [events] 设定了谁可以创建赛事
        [event-cancelled] 取消了赛事 { $of }
        [schedule] 修改了赛事日程
       *[language] 设定了语言
    }
admin-deed-detail = { $what }（{ $detail }）
command-ginadmin-about = 管理这里的金拉米
command-admin-cancel = 取消
command-admin-cancel-about = 结束一场对局或一个挑战，不计结果
command-admin-void = 作废
command-admin-void-about = 将一场对局的结果从所有排行榜上去掉
command-admin-log = 记录
command-admin-log-about = 管理员在这里做过的事
option-reason = 理由
option-reason-about = 原因，写给双方和记录
elsewhere = 这里的对局都发在一个地方。
button-games-channel = 前往对局
refused-full-channel = 这个地方最多同时进行 { $most } 场对局，请等一场结束。
refused-full-player = 这里每位玩家最多同时参加 { $most } 场对局，请先打完。
refused-blocked = 这里的管理员已禁止你在此处玩牌。你可以到别处玩。
refused-blocked-other = 这位玩家目前不能在这里玩牌。请挑战别人。
refused-block-self = 不能屏蔽自己。
refused-block-nobody = 请指明一位玩家：选人、写 @用户名，或回复对方的消息。
refused-block-unknown = 我没见过“{ $text }”。请改为回复对方的消息。
refused-channel = 说“here”只在这里发对局，说“off”在哪里都可以。
refused-threads-platform = Telegram 在这里不让机器人开讨论串。有话题的群组可以建一个话题，并在其中发送“/ginadmin channel here”。
refused-on-off = “{ $text }”既不是 on 也不是 off。
refused-zone = 我不知道时区“{ $text }”。请写 Europe/Berlin、Asia/Shanghai 这样的名字，或 off。
refused-limits = “{ $text }”不是上限。请写不超过 { $most } 的数字，0 表示不限。
admin-blocked = { $name } 不能再在这里玩牌。进行中的对局会继续，你可以取消它们。
admin-blocked-already = { $name } 已经被屏蔽了。
admin-unblocked = { $name } 又可以在这里玩牌了。
admin-not-blocked = { $name } 没有被屏蔽。
admin-channel-here = 从现在起对局只发在这里，在别处发起的人会得到提示。
admin-channel-off = 在哪里发起，对局就发在哪里。
admin-channel-any = 对局发在：未设定，在哪里发起就发在哪里。
admin-channel-set = 对局发在：{ $at }
admin-threads-on = 每场新对局都有自己的讨论串。
admin-threads-off = 新对局直接发在频道里。
admin-zone = 从现在起时间按 { $zone } 书写。
admin-zone-own = 已记下：{ $zone }。Discord 本来就向每个人显示其当地时间。
admin-zone-off = 时间按 UTC 书写；平台支持时显示各人的当地时间。
admin-zone-set = 时区：{ $zone }
admin-zone-none = 时区：未设定
limit-channel = 
    { $platform ->
        [telegram] { $n ->
            [0] 每个群组或话题同时进行的对局：不限。
           *[other] 每个群组或话题同时进行的对局：{ $n } 场。
        }
       *[other] { $n ->
            [0] 每个频道同时进行的对局：不限。
           *[other] 每个频道同时进行的对局：{ $n } 场。
        }
    }
limit-player =
    { $n ->
        [0] 每位玩家同时参加的对局：不限。
       *[other] 每位玩家同时参加的对局：{ $n } 场。
    }
admin-open = 这里未结束的对局和挑战；用编号取消
admin-open-none = 没有。
admin-open-more = 另有更早的 { $n } 局
admin-title = 这里的金拉米（管理员）
admin-blocks = 已屏蔽：{ $names }
admin-blocks-number = 这里屏蔽了 { $n } 人。
admin-barred =
    另有 { $n } 个被屏蔽的账号已删除数据，屏蔽依然有效。{ $way ->
        [answer] 要解除，请用“/ginadmin unblock”回复对方的消息。
       *[name] 要解除，请在“/ginadmin unblock”中指定对方。
    }
permissions-fine = 我在这里需要的权限都有。
permissions-missing = 我在这里缺少权限：{ $what }。没有这些权限时，对局会尽量在私聊中继续。
permissions-games = 我在发对局的地方缺少权限：{ $what }
permissions-unknown = 我查不到自己在这里有哪些权限，请稍后再试。
lack-make-threads = 创建讨论串
lack-pictures = 发送照片
command-admin-block = 屏蔽
command-admin-block-about = 不让一位玩家在这里玩牌
command-admin-unblock = 解除屏蔽
command-admin-unblock-about = 让被屏蔽的玩家重新玩牌
command-admin-channel = 频道
command-admin-channel-about = 对局只发在这里，或恢复到处都发
command-admin-threads = 讨论串
command-admin-threads-about = 每场对局一个讨论串（Discord）
command-admin-zone = 时区
command-admin-zone-about = 期限按哪个时区书写（Telegram）
command-admin-limits = 上限
command-admin-limits-about = 这里最多同时进行多少场对局
command-admin-language-about = 这里公开消息的语言
command-admin-permissions = 权限
command-admin-permissions-about = 我在这里缺少哪些权限
command-admin-settings-about = 这里的设定
option-player = 玩家
option-player-about = 是谁
option-set = 设为
option-set-about = 怎样设定
option-zone = 时区
option-zone-about = Asia/Shanghai 这样的名字，或 off
option-per-channel = 频道
option-per-channel-about = 一个频道同时进行的对局数；0：不限
option-per-player = 玩家
option-per-player-about = 一位玩家同时参加的对局数；0：不限
toast-thread = 挑战已发出，在它自己的讨论串里。
button-thread = 去讨论串
over-cancelled-event = 赛事主办人或管理员结束了这场对局，它自身不计结果。
