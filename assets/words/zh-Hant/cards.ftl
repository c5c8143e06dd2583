# 牌的說法。

rank = { $rank }
suit =
    { $suit ->
        [C] 梅花
        [D] 方塊
        [H] 紅心
       *[S] 黑桃
    }
card = { suit }{ rank }
run-cards = { suit }{ $ranks }
set-cards = { rank }（{ $suits }）
comma = 、
semicolon = ；
meld-run = 同花順
meld-set = 刻子
meld-run-laid = 同花順＋貼牌
meld-set-laid = 刻子＋貼牌
deadwood = 米牌
said-run = 同花順{ $cards }
said-set = 刻子{ $cards }
said-deadwood = 米牌{ $cards }
said-deadwood-points = 米牌{ $cards }，{ $points }米
said-no-deadwood = 沒有米牌
