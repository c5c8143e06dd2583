# 公开的牌桌。

table-score = { $first } { $one } · { $second } { $two }
hand-number = 第{ $n }局
hand-number-of = 第{ $n }局（共{ $hands }局）
match-id = 对局 { $id }
to-move = 轮到 { $name }
to-move-until = 轮到 { $name } · 期限：{ $when }
table-cards = 牌堆剩 { $stock } 张 · 弃牌堆 { $top }
knock-limit =
    { $limit ->
        [0] 本局只能金胡
       *[other] { $limit }米以内可胡
    }
first-upcard = 开局明牌：{ $card }
counts-times =
    { $times ->
        [2] 明牌是黑桃，本局加倍
       *[other] 明牌是黑桃，本局计 { $times } 倍
    }
panel-cards = { $n }张牌
panel-cards-to-move = { $n }张牌 · 轮到出牌
stock = 牌堆
discard-pile = 弃牌堆
discard-empty = 空
last-dealt = { $name } 坐庄，已发牌。
last-passed = { $name } 不吃。
last-took = { $name } 吃了 { $card }。
last-drew = { $name } 从牌堆抓了一张牌。
last-discarded =
    { $how ->
        [stock] { $name } 抓了一张牌，打出 { $card }。
        [pile] { $name } 吃了 { $taken }，打出 { $card }。
       *[nothing] { $name } 打出 { $card }。
    }
last-knocked =
    { $how ->
        [stock] { $name } 抓了一张牌，胡了。
        [pile] { $name } 吃了 { $taken }，胡了。
       *[nothing] { $name } 胡了。
    }
by-clock = （超时，系统代打）
missed = { $name } 已连续超时{ $n }次，连续三次即判负。
closed-button = 我无法私信 { $name }。{ $name }：请按下面的“{ button-hand }”，只有你看得到。
closed-link = { $name }：请打开和我的私聊看牌出牌。在那之前，按“{ button-hand }”可以先看一眼。
button-hand = 我的手牌
button-table = 牌桌
alt-score = { $first } { $one }分，{ $second } { $two }分。
alt-to-move = 轮到 { $name }。
alt-pile = 弃牌堆：{ $card }。
alt-pile-empty = 弃牌堆是空的。
alt-stock = 牌堆剩{ $n }张。
alt-limit =
    { $limit ->
        [0] 本局只能金胡。
       *[other] { $limit }米以内可胡。
    }
over-won = { $name } 赢得对局。
over-target = { $name } 达标，赢得对局。
over-games = { $name } 赢得的盘数较多，赢得对局。
over-resigned = { $loser } 认输，{ $name } 赢得对局。
over-clock = { $loser } 连续三次超时判负，{ $name } 赢得对局。
over-drawn = 整场对局打平。
over-hand = 第{ $n }局：{ $what }
shown-knock = { $name } { $points }米胡
shown-gin =
    { $tier ->
        [dragon] { $name } 金胡：金龙
        [two] { $name } 金胡：二金
       *[three] { $name } 金胡：三金
    }
shown-big-gin = { $name } 大金胡：十一张全部成搭
shown-undercut = { $name } 诈胡
shown-tie = 米数相同
shown-drawn-stock = 平局：牌堆已抓完
shown-drawn-cap = 平局：打出的牌太多，仍无人胡牌
shown-forfeit = { $name } 判负
scores = { $name } 得 { $points } 分
scores-nobody = 双方不得分
lays-off = { $name } 贴牌：{ $cards }。
shown-line = { $name }（{ $points }米）：{ $cards }
alt-shown = { $name }：{ $groups }。
sentence = { $text }。
reminder = { $name }，轮到你了 · 期限：{ $when }
reminder-after = 超时后系统会代打：抓一张并打出，或不吃翻开的牌，或按最佳方式贴牌。连续三次超时即判负。
