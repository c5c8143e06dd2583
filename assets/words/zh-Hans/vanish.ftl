# 人或场地不见了。

away =
    { $how ->
        [left] { $name } 已离开这里。
        [removed] { $name } 已被移出这里。
        [blocked] { $name } 已把我屏蔽。
       *[deleted] { $name } 的账号已不存在。
    }
away-claim = 计时照常。从此刻起，轮到 { $name } 时 { $opponent } 可以申请判胜：{ $when }
away-claim-you = 计时照常。从此刻起，轮到 { $name } 时你可以申请判胜：{ $when }
paused =
    { $why ->
        [removed] 暂停：我已被移出对局所在的地方。我回来之前不计时；如果一直回不来，对局作废的时间：{ $when }
       *[deleted] 暂停：对局所在的频道或群组已不存在，不再计时；如果不能恢复，对局作废的时间：{ $when }
    }
button-claim = 申请判胜
over-absent = { $loser } 离开太久，{ $name } 申请判胜，赢得整场。
over-abandoned = 对局无法继续，已作废，不计结果。
games-paused = 暂停中
refused-not-away = 对手并没有离开，不能申请判胜，由计时决定。
refused-claim-early = 现在还不能申请判胜。手牌上写着从什么时候开始可以，而且只能在轮到对手时申请。
refused-paused = 我现在去不了对局所在的地方，所以对局暂停。你可以认输，或双方同意和局。
notice-place-gone =
    { $why ->
        [removed] 我已被移出“{ $venue }”，你和 { $opponent } 的对局暂停，不再计时。我回到那里后会自动继续。
       *[deleted] 你和 { $opponent } 的对局所在的地方（{ $venue }）已不存在，对局暂停。你可以认输或双方同意和局，否则对局将作废。
    }
