# 用邀请码约战，以及两个账号合为一名玩家。

invite-code = 你的邀请码：{ $code }
invite-how = 把它发给对方。对方在 Discord 用 /gin accept { $code }，在 Telegram 用 /join { $code } 接受，双方各在自己的平台上打。
invite-here = 在这里的人也可以直接点按钮接受。
button-invite-telegram = 在 Telegram 接受
joined = 已接受：你的对手是 { $opponent }（对局 { $id }）。手牌会私下发给你。
link-code = 你的关联码：{ $code }
link-how = 请在{ $time }内用你的另一个账号输入：Discord 用 /gin link { $code }，Telegram 用 /link { $code }。之后两个账号就是同一名玩家。
link-warning = 切勿输入别人给你的码，否则你们的账号会变成同一名玩家。
link-question = 要把这两个账号合为一名玩家吗？
link-here =
    这个账号：{ $name }（{ $platform }），{ $n ->
        [0] 没有对局
       *[other] { $n } 场对局
    }。
link-there =
    另一个账号：{ $name }（{ $platform }），{ $n ->
        [0] 没有对局
       *[other] { $n } 场对局
    }。
link-what = 两边的战绩、排行榜、未完的对局和设置都归同一名玩家；在某处被禁的账号，合并后两个账号都被禁。
link-against = 两个账号之间的 { $n } 场对局不再计入战绩。
link-for-ever = 合并后的战绩以后无法再拆开。
button-link-yes = 合为一名玩家
button-link-no = 不用了
linked = 完成：这个账号和 { $name } 是同一名玩家了。你在哪里打，手牌就发到哪里。
link-left = 没有任何改动。
unlink-question = 要让这个账号重新成为单独的玩家吗？它将没有任何对局：打过的都留在你的另一个账号上。被禁的地方，两个账号仍被禁。
unlink-only = 这个账号没有和别的账号关联。
unlinked = 这个账号又是单独的玩家了。
button-unlink = 解除关联
refused-code = 这个码现在无效。每个码只能用一次，而且有效时间不长，请重新要一个。
refused-code-often = 输入的码太多了，请一小时后再试。
refused-linked = 这两个账号已经是同一名玩家。
refused-link-twice = 一名玩家在每个平台只能有一个账号，而这两个合并后会有两个。解除关联请用 /gin unlink（Telegram：/unlink）。
refused-link-together = 两个账号都在对局 { $id } 里，没有人能和自己打。请先打完。
refused-link-event = 两个账号都参加了同一个正在进行的比赛。请等比赛结束再关联。
refused-unlink-busy = 你还有未完的对局，请先打完。
platform =
    { $platform ->
        [discord] Discord
        [telegram] Telegram
       *[web] 本地网页
    }
command-invite = 邀请码
command-invite-about = 用邀请码约别的服务器或 Telegram 上的人
command-accept = 接受邀请
command-accept-about = 输入邀请码接受约战
command-link = 关联
command-link-about = 把你在 Discord 和 Telegram 的账号合为一名玩家
command-unlink = 解除关联
command-unlink-about = 让这个账号重新成为单独的玩家
option-code = 码
option-code-about = 邀请码，例如 K7Q2-M9XA
option-link-code-about = 另一个账号得到的码；不填就给你一个码
page-invite = 用邀请码约战
page-join = 输入邀请码
page-link = 关联账号
page-code = 码
