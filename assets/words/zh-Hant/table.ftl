# 公開的牌桌。

table-score = { $first } { $one } · { $second } { $two }
hand-number = 第{ $n }局
hand-number-of = 第{ $n }局（共{ $hands }局）
match-id = 對局 { $id }
to-move = 輪到 { $name }
to-move-until = 輪到 { $name } · 期限：{ $when }
table-cards = 牌堆剩 { $stock } 張 · 棄牌堆 { $top }
knock-limit =
    { $limit ->
        [0] 本局只能金胡
       *[other] { $limit }米以內可胡
    }
first-upcard = 開局明牌：{ $card }
counts-times =
    { $times ->
        [2] 明牌是黑桃，本局加倍
       *[other] 明牌是黑桃，本局計 { $times } 倍
    }
panel-cards = { $n }張牌
panel-cards-to-move = { $n }張牌 · 輪到出牌
stock = 牌堆
discard-pile = 棄牌堆
discard-empty = 空
last-dealt = { $name } 坐莊，已發牌。
last-passed = { $name } 不吃。
last-took = { $name } 吃了 { $card }。
last-drew = { $name } 從牌堆抓了一張牌。
last-discarded =
    { $how ->
        [stock] { $name } 抓了一張牌，打出 { $card }。
        [pile] { $name } 吃了 { $taken }，打出 { $card }。
       *[nothing] { $name } 打出 { $card }。
    }
last-knocked =
    { $how ->
        [stock] { $name } 抓了一張牌，胡了。
        [pile] { $name } 吃了 { $taken }，胡了。
       *[nothing] { $name } 胡了。
    }
by-clock = （逾時，系統代打）
missed = { $name } 已連續逾時{ $n }次，連續三次即判負。
closed-button = 我無法私訊 { $name }。{ $name }：請按下面的「{ button-hand }」，只有你看得到。
closed-link = { $name }：請開啟和我的私訊看牌出牌。在那之前，按「{ button-hand }」可以先看一眼。
button-hand = 我的手牌
button-table = 牌桌
alt-score = { $first } { $one }分，{ $second } { $two }分。
alt-to-move = 輪到 { $name }。
alt-pile = 棄牌堆：{ $card }。
alt-pile-empty = 棄牌堆是空的。
alt-stock = 牌堆剩{ $n }張。
alt-limit =
    { $limit ->
        [0] 本局只能金胡。
       *[other] { $limit }米以內可胡。
    }
over-won = { $name } 贏得對局。
over-target = { $name } 達標，贏得對局。
over-games = { $name } 贏得的盤數較多，贏得對局。
over-resigned = { $loser } 認輸，{ $name } 贏得對局。
over-clock = { $loser } 連續三次逾時判負，{ $name } 贏得對局。
over-drawn = 整場對局打平。
over-hand = 第{ $n }局：{ $what }
shown-knock = { $name } { $points }米胡
shown-gin =
    { $tier ->
        [dragon] { $name } 金胡：金龍
        [two] { $name } 金胡：二金
       *[three] { $name } 金胡：三金
    }
shown-big-gin = { $name } 大金胡：十一張全部成搭
shown-undercut = { $name } 詐胡
shown-tie = 米數相同
shown-drawn-stock = 平局：牌堆已抓完
shown-drawn-cap = 平局：打出的牌太多，仍無人胡牌
shown-forfeit = { $name } 判負
scores = { $name } 得 { $points } 分
scores-nobody = 雙方不得分
lays-off = { $name } 貼牌：{ $cards }。
shown-line = { $name }（{ $points }米）：{ $cards }
alt-shown = { $name }：{ $groups }。
sentence = { $text }。
reminder = { $name }，輪到你了 · 期限：{ $when }
reminder-after = 逾時後系統會代打：抓一張並打出，或不吃翻開的牌，或按最佳方式貼牌。連續三次逾時即判負。
