# 私下的手牌。

hand-against = 你对 { $opponent } 的手牌
hand-title = 你的手牌
hand-score = 你 { $mine } · { $opponent } { $theirs }
count-deadwood = { $points }米
count-gin = 金胡
count-after = 打出一张后
text-after = 打出一张后{ $points }米
text-points = { $points }米
alt-hand = 你的手牌，{ $n }张。
alt-group = { $label }：{ $cards }。
alt-deadwood = { $points }米。
alt-deadwood-after = 打出最合适的一张后，还剩{ $points }米。
alt-drawn = 刚抓到：{ $card }。
alt-may-knock =
    { $limit ->
        [0] 本局只能金胡。
       *[other] { $limit }米以内可胡。
    }
you-drew = 你抓到 { $card }。
you-took = 你吃了 { $card }。
ask-upcard = 轮到你：吃 { $card } 或不吃。
ask-last = 最后一张弃牌：吃 { $card } 并胡牌，或不吃，本局平局。
ask-draw = 轮到你：从牌堆抓牌，或吃 { $card }。
ask-draw-stock = 轮到你：从牌堆抓牌。
ask-draw-take = 轮到你：吃 { $card }。
ask-discard = 轮到你：打出一张牌。
ask-discard-knock = 轮到你：打出一张牌，或者胡牌。
ask-layoff = { $name } { $points }米胡：{ $melds }。你可以往这些搭子上贴牌。括号里是贴牌后本局的得分（负数为对方得分）。
ask-place = 请选要贴的牌。
nothing-fits = 你手里没有牌可贴了。
placed = 已贴：{ $cards }
deadline = 期限：{ $when }
ask-knock = 米胡，扣下 { $card }？剩 { $points }米：{ $melds }
ask-gin =
    { $tier ->
        [dragon] 金胡（金龙）并扣下 { $card }？{ $melds }
        [two] 金胡（二金）并扣下 { $card }？{ $melds }
       *[three] 金胡（三金）并扣下 { $card }？{ $melds }
    }
ask-resign = 确定认输？整场对局判负，本局按 { $opponent } 金胡计分，对方得 { $points } 分。
no-hand-yet = 这场对局还没有发牌。双方到齐后会自动发牌。
match-over = 这场对局已经结束。
button-stock = 抓牌
button-take = 吃 { $card }
button-pass = 不吃
button-knock = 米胡 { $card }（{ $points }）
button-gin = 金胡 { $card }
ask-must-knock = 你吃了末张弃牌，现在必须胡牌。
ask-show = 也可以亮出别的搭子，让对方少贴几张：
button-show = { $melds }（{ $points }米）
select-show = 亮出别的搭子 …
button-big-gin = 大金胡
select-knock = 选择胡牌 …
select-place = 选择贴牌 …
button-yes-knock = { $points }米胡
button-yes-gin = 金胡
button-resign = 认输
button-yes-resign = 确定认输
button-back = 返回
button-best = 最佳贴牌（{ $points }）
button-choose = 自选贴牌
button-none = 不贴
button-place = { $card } → { $meld }
button-take-back = 收回
button-done = 完成（{ $points }）
toast-hand = { $cards } | { $points }米
toast-hand-after = { $cards } | 打出一张后{ $points }米
toast-your-turn = 轮到你。
