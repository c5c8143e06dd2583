# 用邀請碼約戰，以及兩個帳號合為一名玩家。

invite-code = 你的邀請碼：{ $code }
invite-how = 把它傳給對方。對方在 Discord 用 /gin accept { $code }，在 Telegram 用 /join { $code } 接受，雙方各在自己的平台上打。
invite-here = 在這裡的人也可以直接按按鈕接受。
button-invite-telegram = 在 Telegram 接受
joined = 已接受：你的對手是 { $opponent }（對局 { $id }）。手牌會私下傳給你。
link-code = 你的關聯碼：{ $code }
link-how = 請在{ $time }內用你的另一個帳號輸入：Discord 用 /gin link { $code }，Telegram 用 /link { $code }。之後兩個帳號就是同一名玩家。
link-warning = 切勿輸入別人給你的碼，否則你們的帳號會變成同一名玩家。
link-question = 要把這兩個帳號合為一名玩家嗎？
link-here =
    這個帳號：{ $name }（{ $platform }），{ $n ->
        [0] 沒有對局
       *[other] { $n } 場對局
    }。
link-there =
    另一個帳號：{ $name }（{ $platform }），{ $n ->
        [0] 沒有對局
       *[other] { $n } 場對局
    }。
link-what = 兩邊的戰績、排行榜、未完的對局和設定都歸同一名玩家；在某處被禁的帳號，合併後兩個帳號都被禁。
link-against = 兩個帳號之間的 { $n } 場對局不再計入戰績。
link-for-ever = 合併後的戰績以後無法再拆開。
button-link-yes = 合為一名玩家
button-link-no = 不用了
linked = 完成：這個帳號和 { $name } 是同一名玩家了。你在哪裡打，手牌就傳到哪裡。
link-left = 沒有任何改動。
unlink-question = 要讓這個帳號重新成為單獨的玩家嗎？它將沒有任何對局：打過的都留在你的另一個帳號上。被禁的地方，兩個帳號仍被禁。
unlink-only = 這個帳號沒有和別的帳號關聯。
unlinked = 這個帳號又是單獨的玩家了。
button-unlink = 解除關聯
refused-code = 這個碼現在無效。每個碼只能用一次，而且有效時間不長，請重新要一個。
refused-code-often = 輸入的碼太多了，請一小時後再試。
refused-linked = 這兩個帳號已經是同一名玩家。
refused-link-twice = 一名玩家在每個平台只能有一個帳號，而這兩個合併後會有兩個。解除關聯請用 /gin unlink（Telegram：/unlink）。
refused-link-together = 兩個帳號都在對局 { $id } 裡，沒有人能和自己打。請先打完。
refused-link-event = 兩個帳號都參加了同一個正在進行的比賽。請等比賽結束再關聯。
refused-unlink-busy = 你還有未完的對局，請先打完。
platform =
    { $platform ->
        [discord] Discord
        [telegram] Telegram
       *[web] 本機網頁
    }
command-invite = 邀請碼
command-invite-about = 用邀請碼約別的伺服器或 Telegram 上的人
command-accept = 接受邀請
command-accept-about = 輸入邀請碼接受約戰
command-link = 關聯
command-link-about = 把你在 Discord 和 Telegram 的帳號合為一名玩家
command-unlink = 解除關聯
command-unlink-about = 讓這個帳號重新成為單獨的玩家
option-code = 碼
option-code-about = 邀請碼，例如 K7Q2-M9XA
option-link-code-about = 另一個帳號得到的碼；不填就給你一個碼
page-invite = 用邀請碼約戰
page-join = 輸入邀請碼
page-link = 關聯帳號
page-code = 碼
