# 由数值生成的规则说明。

rules-page-melds = 搭子
rules-page-knock = 米胡
rules-page-gin = 金胡
rules-page-undercut = 诈胡
rules-page-match = 对局
example-first = 甲
example-second = 乙
rules-goal =
    每人十张牌。凑成搭子：同点数的三张或四张为刻子，同花色连续三张以上为同花顺（{ $aces ->
        [around] A 可接在2之前、K之后，也可首尾相接：A-2-3、Q-K-A、K-A-2
       *[low] A 只作 1
    }）。搭子以外的是米牌：A 为{ $points }米，J、Q、K 为10米，其余按点数算米。
rules-dealer =
    { $first ->
        [lowest] 首局庄家：各切一张牌，小者坐庄。
       *[random] 首局庄家：随机。
    }{ $next ->
        [loser] 之后由上一局输家坐庄。
        [winner] 之后由上一局赢家坐庄。
       *[alternate] 之后轮流坐庄。
    }{ $drawn ->
        [same] 平局后原庄家继续坐庄。
        [alternate] 平局后换另一家坐庄。
       *[also] {""}
    }
rules-opening-eleven = 庄家发十一张，闲家十张；庄家先不抓牌，直接打出一张，此时已可胡牌。
rules-opening-upcard = 翻开第21张牌：闲家先选吃或不吃，再轮到庄家；都不吃则由闲家从牌堆抓牌。
rules-turn = 每轮：从牌堆抓一张，或吃弃牌堆顶对方刚打出的牌，然后打出一张。
rules-no-throw-back = 刚吃进的牌，这一轮不能打出。
rules-limit =
    { $limit ->
        [0] 只有金胡才能结束一局，不能米胡。
       *[other] 打出一张后剩下的米数不超过 { $limit }，就可以米胡。
    }
rules-limit-upcard = 首张明牌定本局的胡牌上限：按点数，J、Q、K 为10米；明牌是 A 时只能金胡。
rules-knock = 米胡：把要打出的牌扣下，亮出手牌。对方可往胡家的搭子上贴牌（不能贴到米牌上），然后比米数。亮哪些搭子由胡家决定。
rules-knock-score =
    { $bonus ->
        [0] 胡家米数较少：得双方米数之差。
       *[other] 胡家米数较少：得 { $bonus } 分，再加双方米数之差。
    }
rules-gin-tiers = 金胡（没有米牌）：三金（三副搭子）{ $three } 分，二金（两副）{ $two } 分，金龙（一副）{ $dragon } 分，另加对方米数。
rules-gin = 金胡（没有米牌）：{ $points } 分加对方米数。
rules-gin-no-layoff = 金胡后对方不能贴牌。
rules-gin-layoff = 金胡后对方也可以贴牌。
rules-big-gin = 大金胡：十一张牌全部成搭子时，可以不打牌直接亮出，得 { $points } 分加对方米数，对方不能贴牌。
rules-spades =
    { $times ->
        [2] 首张明牌是黑桃时，本局所有得分加倍。
       *[other] 首张明牌是黑桃时，本局所有得分计 { $times } 倍。
    }
rules-undercut =
    诈胡：对方米数{ $tie ->
        [undercut] 小于或等于
       *[nobody] 小于
    }胡家时，对方得 { $points } 分，再加双方米数之差。
rules-undercut-table =
    诈胡：对方米数{ $tie ->
        [undercut] 小于或等于
       *[nobody] 小于
    }胡家时，对方得双方米数之差，另按贴牌后余下的牌加分（依次为金龙·二金·三金·有米牌）：
rules-undercut-row =
    { $cards ->
        [eight] 余八张或更多：{ $dragon }·{ $two }·{ $three }·{ $loose }
        [seven] 余七张：{ $dragon }·{ $two }·{ $three }·{ $loose }
       *[six] 余六张或更少：{ $dragon }·{ $two }·{ $three }·{ $loose }
    }
rules-tie-nobody = 米数相同：双方不得分。
rules-drawn =
    { $floor ->
        [0] 牌堆抓完后，再打出一张仍无人胡牌，则本局平局，双方不得分。
       *[other] 打出一张后牌堆只剩 { $floor } 张而无人胡牌，则本局平局，双方不得分。
    }
rules-fiftieth = 这最后打出的一张，对方仍可吃，但只能用来胡牌。
rules-cap = 一局打出 { $cap } 张仍无人胡牌，也作平局。
rules-match =
    { $agreed ->
        [yes] 对局：{ $mode }。
       *[no] 对局（未另行约定时）：{ $mode }。
    }
rules-hands = 平局也计入局数。约定局数打完后，总分高者胜（无人达标时也一样），总分相同为平局。
rules-hollywood = 玩家胜的第一局只记入第一盘，第二局记入前两盘，以后各局记入所有盘；这些盘都已结束时，记入第一个未结束的盘。一盘达标即结束；赢盘多者胜，盘数相同则比各盘总分。
rules-sequential = 胜局记入正在进行的那一盘。一盘达标即结束；赢盘多者胜，盘数相同则比各盘总分。
rules-bonus-game = 赢一盘加 { $points } 分。
rules-bonus-hand = 一盘结束时，双方在该盘每胜一局各加 { $points } 分。
rules-bonus-shutout = 输家在一盘中一局未胜时，赢盘加分加倍。
rules-forfeit = 认输或连续三次超时者整场判负，当局按对方三副搭子金胡（三金）计分。
rules-else = 其余与 { $preset } 相同。
play-points = 积分仅供娱乐，不能买卖或兑现。
