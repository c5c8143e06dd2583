# 由數值產生的規則說明。

rules-goal = 每人十張牌。湊成搭子：同點數的三張或四張為刻子，同花色連續三張以上為同花順（A 只作 1）。搭子以外的是米牌：A 為1米，J、Q、K 為10米，其餘按點數。
rules-dealer =
    { $first ->
        [lowest] 首局莊家：切牌小者。
       *[random] 首局莊家：隨機。
    }{ $next ->
        [loser] 之後由上一局輸家做莊。
       *[alternate] 之後輪流做莊。
    }{ $drawn ->
        [same] 平局後原莊家繼續做莊。
       *[alternate] {""}
    }
rules-opening-eleven = 莊家拿十一張，先不抓牌直接打出一張，此時已可胡牌。
rules-opening-upcard = 翻開第21張牌：閒家先選吃或不吃，再輪到莊家；都不吃則由閒家從牌堆抓牌。
rules-turn = 每步：從牌堆抓一張，或吃對方剛打出的牌，然後打出一張。
rules-no-throw-back = 剛吃進的牌當步不能打出。
rules-knock = 米胡：打出一張後米數不超過 { $limit } 即可扣牌亮手。對方可往胡家的搭子上貼牌（不能貼米牌），然後比米數。
rules-knock-score =
    { $bonus ->
        [0] 胡家米數較少：得米差。
       *[other] 胡家米數較少：得 { $bonus } 分加米差。
    }
rules-gin-tiers = 金胡（沒有米牌）：三金 { $three }，二金 { $two }，金龍 { $dragon }，另加對方米數。
rules-gin = 金胡（沒有米牌）：{ $points } 分加對方米數。
rules-gin-no-layoff = 金胡後對方不能貼牌。
rules-gin-layoff = 金胡後對方也可以貼牌。
rules-undercut =
    詐胡：對方米數{ $tie ->
        [undercut] 小於或等於
       *[nobody] 小於
    }胡家時，對方得 { $points } 分加米差。
rules-undercut-table =
    詐胡：對方米數{ $tie ->
        [undercut] 小於或等於
       *[nobody] 小於
    }胡家時，對方得米差，另按餘牌加分（金龍·二金·三金·米）：
rules-undercut-row =
    { $cards ->
        [eight] 餘八張以上：{ $dragon }·{ $two }·{ $three }·{ $loose }
        [seven] 餘七張：{ $dragon }·{ $two }·{ $three }·{ $loose }
       *[six] 餘六張以下：{ $dragon }·{ $two }·{ $three }·{ $loose }
    }
rules-tie-nobody = 米數相同：雙方不得分。
rules-drawn =
    { $floor ->
        [0] 抓完牌堆最後一張後打出的牌仍未胡，則本局平局，雙方不得分。
       *[other] 牌堆只剩 { $floor } 張而仍無人胡牌，則本局平局，雙方不得分。
    }
rules-cap = 打出 { $cap } 張仍無人胡牌，也作平局。
rules-match = 對局（未另行約定時）：{ $mode }。總分相同為平局。認輸或連續三次逾時者判負。
rules-others = 其他規則：{ $known }
play-points = 積分僅供娛樂，不能買賣或兌現。
