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
        [open-replay] 设定了谁能看回放
        [channel] 设定了游戏频道
        [threads] 设定了讨论串
        [zone] 设定了时区
        [limits] 设定了数量上限
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
