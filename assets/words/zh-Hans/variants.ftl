# 自定规则：改了什么，以及为什么不行。

house-with = { $preset }（{ $changes }）
house-more = 另有{ $n }项改动
house-change =
    { $name ->
        [opening] { $value ->
            [dealer_eleven] 庄家十一张开局
           *[upcard] 翻明牌开局
        }
        [first_dealer] { $value ->
            [random] 首局庄家随机
           *[lowest_card] 首局切牌小者坐庄
        }
        [next_dealer] { $value ->
            [loser] 输家坐庄
            [winner] 赢家坐庄
           *[alternate] 轮流坐庄
        }
        [after_drawn] { $value ->
            [same] 平局后原庄家坐庄
           *[alternate] 平局后轮流坐庄
        }
        [aces] { $value ->
            [around] A 可作大、作小、首尾相接
           *[low] A 只作小
        }
        [ace_points] 单张 A 计{ $value }米
        [knock_limit] { $value ->
            [upcard] 胡牌上限看明牌
           *[other] { $value }米以内可胡
        }
        [layoff_on_gold] { $value ->
            [on] 金胡可贴牌
           *[off] 金胡不可贴牌
        }
        [throw_back] { $value ->
            [on] 刚吃的牌可打回
           *[off] 刚吃的牌不可打回
        }
        [big_gin] { $value ->
            [off] 没有大金胡
           *[other] 大金胡 { $value } 分
        }
        [tie] { $value ->
            [nobody] 米数相同不计分
           *[undercut] 米数相同算诈胡
        }
        [stock_floor] 牌堆留 { $value } 张不抓
        [fiftieth_card] { $value ->
            [on] 末张弃牌可吃来胡
           *[off] 末张弃牌不可吃
        }
        [spade_multiplier] { $value ->
            [1] 黑桃明牌不加倍
            [2] 黑桃明牌加倍
           *[other] 黑桃明牌计 { $value } 倍
        }
        [knock_bonus] 米胡加 { $value } 分
        [gold] 金胡 { $value } 分
        [undercut] { $value ->
            [table] 诈胡按余牌加分
           *[other] 诈胡加 { $value } 分
        }
        [discard_cap] 最多打 { $value } 张
        [game_bonus] 赢一盘加 { $value } 分
        [box_bonus] 每胜一局加 { $value } 分
        [shutout] { $value ->
            [on] 零封时赢盘加分加倍
           *[off] 零封不加倍
        }
        [games] { $value }盘
       *[scoring] { $value ->
            [sequential] 逐盘进行
           *[hollywood] 好莱坞计分
        }
    }
mode-games =
    { $games ->
        [1] 一盘，先得 { $points } 分者胜
       *[other] { $games }盘，每盘先得 { $points } 分，{ $scoring ->
            [sequential] 逐盘进行
           *[hollywood] 同时进行（好莱坞计分）
        }
    }
refused-option = 没有叫“{ $text }”的规则。你要的是 { $known } 吗？
refused-option-strange = 没有叫“{ $text }”的规则。规则的写法如 big_gin=31 tie=nobody。
refused-option-value = 规则 { $option } 不能是“{ $text }”。可以是：{ $known }。
refused-option-missing = 规则 { $option } 需要一个值：{ $known }。
refused-option-twice = { $option } 给了两次，请去掉其中一个。
option-numbers = { $least } 到 { $most }
option-several = { $n } 个数，用“/”隔开
refused-limit-upcard = 胡牌上限看明牌，须用 opening=upcard；没有明牌就定不出上限。
refused-spades-upcard = 黑桃明牌加倍，须用 opening=upcard 开局。
refused-gold-order = 搭子越少的金胡分数不能越低：gold 请按三金/二金/金龙从低到高写。
refused-bonus-target = 盘的加分要有盘可赢：请加上达标分或盘数，或去掉加分。
refused-scoring-games = 计盘方式只用于多盘赛制：请加上 games=3，或去掉它。
refused-hands-games = 盘打到达标分为止，不按局数结束，请去掉其中一项。
refused-mode-games = 盘数只能用于 games（多盘）赛制，请去掉其中一项。
settings-house = 这里的挑战未指明规则时采用：{ $terms }
settings-house-how = 要更改，请在 { $command } 后写上规则，例如 oklahoma big_gin=31 target=150；写 off 则取消。
settings-house-set = 从现在起，这里的挑战未指明规则时采用：{ $terms }
settings-house-off = 自定规则已取消。这里的挑战未指明规则时采用：{ $terms }
refused-admin-house = 只有管理员可以设定这里的自定规则；你可以在自己的挑战里指明规则。
preset-short =
    { $preset ->
        [jinlami-pk] 金拉米 PK
        [classic] 经典
        [oklahoma] 俄克拉荷马
        [tedesco] 泰代斯科
       *[jinlami] 金拉米
    }
button-house = 这里的规则
button-rules = 规则
scores-times =
    { $times ->
        [2] { $text }（已加倍）
       *[other] { $text }（已计 { $times } 倍）
    }
sheet = 各盘 { $first } : { $second } – { $games }
sheet-game = 第{ $n }盘 { $one } : { $two }
sheet-game-won = 第{ $n }盘 { $one } : { $two }（{ $name } 胜）
sheet-bonuses = 加分：{ $first } { $one } · { $second } { $two }
refused-shutout-bonus = 零封加倍的是赢盘加分，须同时给出 game_bonus，例如 game_bonus=100。
page-house = 自定规则（可不填）
