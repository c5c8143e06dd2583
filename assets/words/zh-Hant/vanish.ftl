# 人或場地不見了。

away =
    { $how ->
        [left] { $name } 已離開這裡。
        [removed] { $name } 已被移出這裡。
        [blocked] { $name } 已把我封鎖。
       *[deleted] { $name } 的帳號已不存在。
    }
away-claim = 計時照常。從此刻起，輪到 { $name } 時 { $opponent } 可以申請判勝：{ $when }
away-claim-you = 計時照常。從此刻起，輪到 { $name } 時你可以申請判勝：{ $when }
paused =
    { $why ->
        [removed] 暫停：我已被移出對局所在的地方。我回來之前不計時；如果一直回不來，對局作廢的時間：{ $when }
       *[deleted] 暫停：對局所在的頻道或群組已不存在，不再計時；如果不能恢復，對局作廢的時間：{ $when }
    }
button-claim = 申請判勝
over-absent = { $loser } 離開太久，{ $name } 申請判勝，贏得整場。
over-abandoned = 對局無法繼續，已作廢，不計結果。
games-paused = 暫停中
refused-not-away = 對手並沒有離開，不能申請判勝，由計時決定。
refused-claim-early = 現在還不能申請判勝。手牌上寫著從什麼時候開始可以，而且只能在輪到對手時申請。
refused-paused = 我現在去不了對局所在的地方，所以對局暫停。你可以認輸，或雙方同意和局。
notice-place-gone =
    { $why ->
        [removed] 我已被移出「{ $venue }」，你和 { $opponent } 的對局暫停，不再計時。我回到那裡後會自動繼續。
       *[deleted] 你和 { $opponent } 的對局所在的地方（{ $venue }）已不存在，對局暫停。你可以認輸或雙方同意和局，否則對局將作廢。
    }
