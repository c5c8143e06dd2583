# 由數值產生的規則說明。

rules-page-melds = 搭子
rules-page-knock = 米胡
rules-page-gin = 金胡
rules-page-undercut = 詐胡
rules-page-match = 對局
example-first = 甲
example-second = 乙
rules-goal =
    每人十張牌。湊成搭子：同點數的三張或四張為刻子，同花色連續三張以上為同花順（{ $aces ->
        [around] A 可接在2之前、K之後，也可首尾相接：A-2-3、Q-K-A、K-A-2
       *[low] A 只作 1
    }）。搭子以外的是米牌：A 為{ $points }米，J、Q、K 為10米，其餘按點數算米。
rules-dealer =
    { $first ->
        [lowest] 首局莊家：各切一張牌，小者坐莊。
       *[random] 首局莊家：隨機。
    }{ $next ->
        [loser] 之後由上一局輸家坐莊。
        [winner] 之後由上一局贏家坐莊。
       *[alternate] 之後輪流坐莊。
    }{ $drawn ->
        [same] 平局後原莊家繼續坐莊。
        [alternate] 平局後換另一家坐莊。
       *[also] {""}
    }
rules-opening-eleven = 莊家發十一張，閒家十張；莊家先不抓牌，直接打出一張，此時已可胡牌。
rules-opening-upcard = 翻開第21張牌：閒家先選吃或不吃，再輪到莊家；都不吃則由閒家從牌堆抓牌。
rules-turn = 每輪：從牌堆抓一張，或吃棄牌堆頂對方剛打出的牌，然後打出一張。
rules-no-throw-back = 剛吃進的牌，這一輪不能打出。
rules-limit =
    { $limit ->
        [0] 只有金胡才能結束一局，不能米胡。
       *[other] 打出一張後剩下的米數不超過 { $limit }，就可以米胡。
    }
rules-limit-upcard = 首張明牌定本局的胡牌上限：按點數，J、Q、K 為10米；明牌是 A 時只能金胡。
rules-knock = 米胡：把要打出的牌扣下，亮出手牌。對方可往胡家的搭子上貼牌（不能貼到米牌上），然後比米數。亮哪些搭子由胡家決定。
rules-knock-score =
    { $bonus ->
        [0] 胡家米數較少：得雙方米數之差。
       *[other] 胡家米數較少：得 { $bonus } 分，再加雙方米數之差。
    }
rules-gin-tiers = 金胡（沒有米牌）：三金（三副搭子）{ $three } 分，二金（兩副）{ $two } 分，金龍（一副）{ $dragon } 分，另加對方米數。
rules-gin = 金胡（沒有米牌）：{ $points } 分加對方米數。
rules-gin-no-layoff = 金胡後對方不能貼牌。
rules-gin-layoff = 金胡後對方也可以貼牌。
rules-big-gin = 大金胡：十一張牌全部成搭子時，可以不打牌直接亮出，得 { $points } 分加對方米數，對方不能貼牌。
rules-spades =
    { $times ->
        [2] 首張明牌是黑桃時，本局所有得分加倍。
       *[other] 首張明牌是黑桃時，本局所有得分計 { $times } 倍。
    }
rules-undercut =
    詐胡：對方米數{ $tie ->
        [undercut] 小於或等於
       *[nobody] 小於
    }胡家時，對方得 { $points } 分，再加雙方米數之差。
rules-undercut-table =
    詐胡：對方米數{ $tie ->
        [undercut] 小於或等於
       *[nobody] 小於
    }胡家時，對方得雙方米數之差，另按貼牌後餘下的牌加分（依次為金龍·二金·三金·有米牌）：
rules-undercut-row =
    { $cards ->
        [eight] 餘八張或更多：{ $dragon }·{ $two }·{ $three }·{ $loose }
        [seven] 餘七張：{ $dragon }·{ $two }·{ $three }·{ $loose }
       *[six] 餘六張或更少：{ $dragon }·{ $two }·{ $three }·{ $loose }
    }
rules-tie-nobody = 米數相同：雙方不得分。
rules-drawn =
    { $floor ->
        [0] 牌堆抓完後，再打出一張仍無人胡牌，則本局平局，雙方不得分。
       *[other] 打出一張後牌堆只剩 { $floor } 張而無人胡牌，則本局平局，雙方不得分。
    }
rules-fiftieth = 這最後打出的一張，對方仍可吃，但只能用來胡牌。
rules-cap = 一局打出 { $cap } 張仍無人胡牌，也作平局。
rules-match =
    { $agreed ->
        [yes] 對局：{ $mode }。
       *[no] 對局（未另行約定時）：{ $mode }。
    }
rules-hands = 平局也計入局數。約定局數打完後，總分高者勝（無人達標時也一樣），總分相同為平局。
rules-hollywood = 玩家勝的第一局只記入第一盤，第二局記入前兩盤，以後各局記入所有盤；這些盤都已結束時，記入第一個未結束的盤。一盤達標即結束；贏盤多者勝，盤數相同則比各盤總分。
rules-sequential = 勝局記入正在進行的那一盤。一盤達標即結束；贏盤多者勝，盤數相同則比各盤總分。
rules-bonus-game = 贏一盤加 { $points } 分。
rules-bonus-hand = 一盤結束時，雙方在該盤每勝一局各加 { $points } 分。
rules-bonus-shutout = 輸家在一盤中一局未勝時，贏盤加分加倍。
rules-forfeit = 認輸或連續三次逾時者整場判負，當局按對方三副搭子金胡（三金）計分。
rules-else = 其餘與 { $preset } 相同。
play-points = 積分僅供娛樂，不能買賣或兌現。
