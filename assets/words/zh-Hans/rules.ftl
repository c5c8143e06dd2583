# 由数值生成的规则说明。

rules-goal = 每人十张牌。凑成搭子：同点数的三张或四张为刻子，同花色连续三张以上为同花顺（A 只作 1）。搭子以外的是米牌：A 为1米，J、Q、K 为10米，其余按点数。
rules-dealer =
    { $first ->
        [lowest] 首局庄家：切牌小者。
       *[random] 首局庄家：随机。
    }{ $next ->
        [loser] 之后由上一局输家坐庄。
       *[alternate] 之后轮流坐庄。
    }{ $drawn ->
        [same] 平局后原庄家继续坐庄。
       *[alternate] {""}
    }
rules-opening-eleven = 庄家拿十一张，先不抓牌直接打出一张，此时已可胡牌。
rules-opening-upcard = 翻开第21张牌：闲家先选吃或不吃，再轮到庄家；都不吃则由闲家从牌堆抓牌。
rules-turn = 每步：从牌堆抓一张，或吃对方刚打出的牌，然后打出一张。
rules-no-throw-back = 刚吃进的牌当步不能打出。
rules-knock = 米胡：打出一张后米数不超过 { $limit } 即可扣牌亮手。对方可往胡家的搭子上贴牌（不能贴米牌），然后比米数。
rules-knock-score =
    { $bonus ->
        [0] 胡家米数较少：得米差。
       *[other] 胡家米数较少：得 { $bonus } 分加米差。
    }
rules-gin-tiers = 金胡（没有米牌）：三金 { $three }，二金 { $two }，金龙 { $dragon }，另加对方米数。
rules-gin = 金胡（没有米牌）：{ $points } 分加对方米数。
rules-gin-no-layoff = 金胡后对方不能贴牌。
rules-gin-layoff = 金胡后对方也可以贴牌。
rules-undercut =
    诈胡：对方米数{ $tie ->
        [undercut] 小于或等于
       *[nobody] 小于
    }胡家时，对方得 { $points } 分加米差。
rules-undercut-table =
    诈胡：对方米数{ $tie ->
        [undercut] 小于或等于
       *[nobody] 小于
    }胡家时，对方得米差，另按余牌加分（金龙·二金·三金·米）：
rules-undercut-row =
    { $cards ->
        [eight] 余八张以上：{ $dragon }·{ $two }·{ $three }·{ $loose }
        [seven] 余七张：{ $dragon }·{ $two }·{ $three }·{ $loose }
       *[six] 余六张以下：{ $dragon }·{ $two }·{ $three }·{ $loose }
    }
rules-tie-nobody = 米数相同：双方不得分。
rules-drawn =
    { $floor ->
        [0] 抓完牌堆最后一张后打出的牌仍未胡，则本局平局，双方不得分。
       *[other] 牌堆只剩 { $floor } 张而仍无人胡牌，则本局平局，双方不得分。
    }
rules-cap = 打出 { $cap } 张仍无人胡牌，也作平局。
rules-match = 对局（未另行约定时）：{ $mode }。总分相同为平局。认输或连续三次超时者判负。
rules-others = 其他规则：{ $known }
play-points = 积分仅供娱乐，不能买卖或兑现。
