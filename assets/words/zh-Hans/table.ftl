# 公开的牌桌。

table-score = { $first } { $one } · { $second } { $two }
hand-number = 第{ $n }局
hand-number-of = 第{ $n }局（共{ $hands }局）
match-id = 对局 { $id }
to-move = 轮到 { $name }
to-move-until = 轮到 { $name } · 期限：{ $when }
table-cards = 牌堆剩 { $stock } 张 · 弃牌堆 { $top } · { $limit }米以内可胡
table-cards-bare = 牌堆剩 { $stock } 张 · 弃牌堆空 · { $limit }米以内可胡
knock-limit = { $limit }米以内可胡
panel-cards = { $n }张牌
panel-cards-to-move = { $n }张牌 · 轮到出牌
stock = 牌堆
discard-pile = 弃牌堆
discard-empty = 空
last-dealt = { $name } 坐庄，已发牌。
last-passed = { $name } 不吃。
last-took = { $name } 吃了 { $card }。
last-drew = { $name } 从牌堆抓了一张牌。
last-discarded = { $name } 打出 { $card }。
last-knocked = { $name } 胡了。
by-clock = （超时，系统代打）
missed = { $name } 已连续超时{ $n }次，连续三次即判负。
closed-button = 我无法私信 { $name }：按“我的手牌”可看牌。
closed-link = { $name }：打开和我的私聊即可看到手牌。
button-hand = 我的手牌
button-table = 牌桌
alt-score = { $first } { $one }分，{ $second } { $two }分。
alt-to-move = 轮到 { $name }。
alt-pile = 弃牌堆：{ $card }。
alt-pile-empty = 弃牌堆是空的。
alt-stock = 牌堆剩{ $n }张。
alt-limit = { $limit }米以内可胡。
over-won = { $name } 赢得对局。
over-target = { $name } 达标，赢得对局。
over-resigned = { $loser } 认输，{ $name } 赢得对局。
over-clock = { $loser } 超时判负，{ $name } 赢得对局。
over-drawn = 对局平局。
over-hand = 第{ $n }局：{ $what }
shown-knock = { $name } { $points }米胡
shown-gin =
    { $tier ->
        [dragon] { $name } 金胡：金龙
        [two] { $name } 金胡：二金
       *[three] { $name } 金胡：三金
    }
shown-undercut = { $name } 诈胡
shown-tie = 米数相同
shown-drawn-stock = 平局：牌堆已抓完
shown-drawn-cap = 平局：打出过多牌仍无人胡牌
shown-forfeit = { $name } 放弃对局
scores = { $name } 得 { $points } 分
scores-nobody = 双方不得分
lays-off = { $name } 贴牌：{ $cards }。
shown-line = { $name }（{ $points }米）：{ $cards }
alt-shown = { $name }：{ $groups }。
sentence = { $text }。
reminder = { $name }，轮到你了 · 期限：{ $when }
reminder-after = 超时后系统会代打：抓牌堆一张并打出。
