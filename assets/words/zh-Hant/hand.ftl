# 私下的手牌。

hand-against = 你對 { $opponent } 的手牌
hand-title = 你的手牌
hand-score = 你 { $mine } · { $opponent } { $theirs }
count-deadwood = { $points }米
count-gin = 金胡
count-after = 打出一張後
text-after = 打出一張後{ $points }米
text-points = { $points }米
alt-hand = 你的手牌，{ $n }張。
alt-group = { $label }：{ $cards }。
alt-deadwood = { $points }米。
alt-deadwood-after = 打出最合適的一張後，還剩{ $points }米。
alt-drawn = 剛抓到：{ $card }。
alt-may-knock =
    { $limit ->
        [0] 本局只能金胡。
       *[other] { $limit }米以內可胡。
    }
you-drew = 你抓到 { $card }。
you-took = 你吃了 { $card }。
ask-upcard = 輪到你：吃 { $card } 或不吃。
ask-last = 最後一張棄牌：吃 { $card } 並胡牌，或不吃，本局平局。
ask-draw = 輪到你：從牌堆抓牌，或吃 { $card }。
ask-draw-stock = 輪到你：從牌堆抓牌。
ask-draw-take = 輪到你：吃 { $card }。
ask-discard = 輪到你：打出一張牌。
ask-discard-knock = 輪到你：打出一張牌，或者胡牌。
ask-layoff = { $name } { $points }米胡：{ $melds }。你可以往這些搭子上貼牌。括號裡是貼牌後本局的得分（負數為對方得分）。
ask-place = 請選要貼的牌。
nothing-fits = 你手裡沒有牌可貼了。
placed = 已貼：{ $cards }
deadline = 期限：{ $when }
ask-knock = 米胡，扣下 { $card }？剩 { $points }米：{ $melds }
ask-gin =
    { $tier ->
        [dragon] 金胡（金龍）並扣下 { $card }？{ $melds }
        [two] 金胡（二金）並扣下 { $card }？{ $melds }
       *[three] 金胡（三金）並扣下 { $card }？{ $melds }
    }
ask-resign = 確定認輸？整場對局判負，本局按 { $opponent } 金胡計分，對方得 { $points } 分。
no-hand-yet = 這場對局還沒有發牌。雙方到齊後會自動發牌。
match-over = 這場對局已經結束。
button-stock = 抓牌
button-take = 吃 { $card }
button-pass = 不吃
button-knock = 米胡 { $card }（{ $points }）
button-gin = 金胡 { $card }
ask-must-knock = 你吃了末張棄牌，現在必須胡牌。
ask-show = 也可以亮出別的搭子，讓對方少貼幾張：
button-show = { $melds }（{ $points }米）
select-show = 亮出別的搭子 …
button-big-gin = 大金胡
select-knock = 選擇胡牌 …
select-place = 選擇貼牌 …
button-yes-knock = { $points }米胡
button-yes-gin = 金胡
button-resign = 認輸
button-yes-resign = 確定認輸
button-back = 返回
button-best = 最佳貼牌（{ $points }）
button-choose = 自選貼牌
button-none = 不貼
button-place = { $card } → { $meld }
button-take-back = 收回
button-done = 完成（{ $points }）
toast-hand = { $cards } | { $points }米
toast-hand-after = { $cards } | 打出一張後{ $points }米
toast-your-turn = 輪到你。
