# 牌的说法。

rank = { $rank }
suit =
    { $suit ->
        [C] 梅花
        [D] 方块
        [H] 红桃
       *[S] 黑桃
    }
card = { suit }{ rank }
run-cards = { suit }{ $ranks }
set-cards = { rank }（{ $suits }）
comma = 、
semicolon = ；
meld-run = 同花顺
meld-set = 刻子
meld-run-laid = 同花顺＋贴牌
meld-set-laid = 刻子＋贴牌
deadwood = 米牌
said-run = 同花顺{ $cards }
said-set = 刻子{ $cards }
said-deadwood = 米牌{ $cards }
said-deadwood-points = 米牌{ $cards }，{ $points }米
said-no-deadwood = 没有米牌
