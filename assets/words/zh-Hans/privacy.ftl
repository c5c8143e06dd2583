# 保存了谁的哪些数据、如何取得、如何删除。

deleted-player = 已注销的玩家
refused-gone = 该玩家已删除自己的数据，无法再邀请。
command-privacy = 隐私
command-privacy-about = 保存了你的哪些数据；以文件取得，或删除
option-privacy = 内容
option-privacy-about = 要做什么；不填则说明保存了哪些数据
choice-policy = 保存什么，为什么
choice-export = 以文件取得我的数据
choice-delete = 删除我的数据
policy-title = 本机器人保存了你的哪些数据
policy-kept = 保存的有：你的账号编号和名字、你使用的语言、你的个人设置、你的对局及每一步和时间、你的成绩、你的游戏币及其收支、机器人发给你的消息的位置，以及管理员对你做过或你作为管理员做过的事：封禁、取消的对局和所写的理由。除命令外，你在聊天里写的内容都不保存。
policy-why = 用途：进行对局、重启后继续、核对发牌、排行榜。不会交给别人；机器人的管理者能看到全部数据，包括未打完的牌。
policy-seen = 在你玩牌的地方，别人能看到你的名字、牌桌上的经过，以及一局结束后你的牌。
policy-long = 对局和成绩永久保存，你的名字保留到你删除数据为止。已处理消息的编号在 { $days } 天后清除。机器人管理者制作的备份会保留当时的内容，直到备份被丢弃。
policy-rights = 你随时可以以文件取得全部数据，或删除数据：{ $export }、{ $delete }。
policy-stays = 删除后，你的对局以“已注销的玩家”的名义保留，不带你的名字，这样其他人的积分仍然正确。管理员做过的事也会保留，但不含关于你的理由；如果你在某处被封禁，会为此保留你的账号编号。已发到聊天里的消息会留在那里。
policy-page = 在本页请用下面的按钮。
button-export = 以文件取得我的数据
button-delete = 删除我的数据…
button-delete-sure = 是，全部删除
button-keep = 保留我的数据
export-here = 这是保存的关于你的全部数据。文件里有你在已结束牌局中的牌，请自己保管。
export-large = 你的文件太大，无法在这里发送。机器人的管理者可以生成它：jinlami person { $account }
delete-title = 要删除保存的关于你的全部数据吗？
delete-matches =
    { $n ->
        [0] 你目前没有进行中的对局或挑战。
       *[other] 你有 { $n } 场未结束的对局或挑战，都会被放弃：正在打的对局判负。
    }
delete-goes = 会删除：你的名字、账号、语言和设置、你加入发牌的话、管理员关于你和你的对局所写的理由，以及机器人发给你的私信的位置。
delete-stays = 会以不带名字的方式保留：你已结束的对局，归于“已注销的玩家”。对手的成绩继续有效。已发到聊天里的消息不会改动，管理员对你账号的封禁继续有效，账号编号仅为此保留。
delete-undo = 此操作无法撤销。如果以后可能需要，请先以文件取得数据。
delete-again = 最后确认：真的要永久删除保存的关于你的全部数据吗？
delete-kept = 没有删除任何数据。
delete-old = 这个确认已经过期，请重新发起删除。
delete-nothing = 没有保存关于你的任何数据。
delete-barred =
    { $n ->
       *[other] 关于你只保存了账号编号，因为有 { $n } 处的管理员封禁了它。
    }
delete-clean = 不再保存任何能说明你是谁的数据。
delete-done =
    { $n ->
        [0] 已完成：你的数据已删除。
       *[other] 已完成：放弃了 { $n } 场对局或挑战，你的数据已删除。
    }
delete-afterwards = 随时欢迎你作为新玩家回来。本聊天里的旧消息可由你自己删除。
refused-privacy = “{ $text }”不是 policy、export 或 delete。
