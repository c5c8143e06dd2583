# 自訂規則：改了什麼，以及為什麼不行。

house-with = { $preset }（{ $changes }）
house-more = 另有{ $n }項改動
house-change =
    { $name ->
        [opening] { $value ->
            [dealer_eleven] 莊家十一張開局
           *[upcard] 翻明牌開局
        }
        [first_dealer] { $value ->
            [random] 首局莊家隨機
           *[lowest_card] 首局切牌小者坐莊
        }
        [next_dealer] { $value ->
            [loser] 輸家坐莊
            [winner] 贏家坐莊
           *[alternate] 輪流坐莊
        }
        [after_drawn] { $value ->
            [same] 平局後原莊家坐莊
           *[alternate] 平局後輪流坐莊
        }
        [aces] { $value ->
            [around] A 可作大、作小、首尾相接
           *[low] A 只作小
        }
        [ace_points] 單張 A 計{ $value }米
        [knock_limit] { $value ->
            [upcard] 胡牌上限看明牌
           *[other] { $value }米以內可胡
        }
        [layoff_on_gold] { $value ->
            [on] 金胡可貼牌
           *[off] 金胡不可貼牌
        }
        [throw_back] { $value ->
            [on] 剛吃的牌可打回
           *[off] 剛吃的牌不可打回
        }
        [big_gin] { $value ->
            [off] 沒有大金胡
           *[other] 大金胡 { $value } 分
        }
        [tie] { $value ->
            [nobody] 米數相同不計分
           *[undercut] 米數相同算詐胡
        }
        [stock_floor] 牌堆留 { $value } 張不抓
        [fiftieth_card] { $value ->
            [on] 末張棄牌可吃來胡
           *[off] 末張棄牌不可吃
        }
        [spade_multiplier] { $value ->
            [1] 黑桃明牌不加倍
            [2] 黑桃明牌加倍
           *[other] 黑桃明牌計 { $value } 倍
        }
        [knock_bonus] 米胡加 { $value } 分
        [gold] 金胡 { $value } 分
        [undercut] { $value ->
            [table] 詐胡按餘牌加分
           *[other] 詐胡加 { $value } 分
        }
        [discard_cap] 最多打 { $value } 張
        [game_bonus] 贏一盤加 { $value } 分
        [box_bonus] 每勝一局加 { $value } 分
        [shutout] { $value ->
            [on] 完封時贏盤加分加倍
           *[off] 完封不加倍
        }
        [games] { $value }盤
       *[scoring] { $value ->
            [sequential] 逐盤進行
           *[hollywood] 好萊塢計分
        }
    }
mode-games =
    { $games ->
        [1] 一盤，先得 { $points } 分者勝
       *[other] { $games }盤，每盤先得 { $points } 分，{ $scoring ->
            [sequential] 逐盤進行
           *[hollywood] 同時進行（好萊塢計分）
        }
    }
refused-option = 沒有叫「{ $text }」的規則。你要的是 { $known } 嗎？
refused-option-strange = 沒有叫「{ $text }」的規則。規則的寫法如 big_gin=31 tie=nobody。
refused-option-value = 規則 { $option } 不能是「{ $text }」。可以是：{ $known }。
refused-option-missing = 規則 { $option } 需要一個值：{ $known }。
refused-option-twice = { $option } 給了兩次，請去掉其中一個。
option-numbers = { $least } 到 { $most }
option-several = { $n } 個數，用「/」隔開
refused-limit-upcard = 胡牌上限看明牌，須用 opening=upcard；沒有明牌就定不出上限。
refused-spades-upcard = 黑桃明牌加倍，須用 opening=upcard 開局。
refused-gold-order = 搭子越少的金胡分數不能越低：gold 請按三金/二金/金龍從低到高寫。
refused-bonus-target = 盤的加分要有盤可贏：請加上達標分或盤數，或去掉加分。
refused-scoring-games = 計盤方式只用於多盤賽制：請加上 games=3，或去掉它。
refused-hands-games = 盤打到達標分為止，不按局數結束，請去掉其中一項。
refused-mode-games = 盤數只能用於 games（多盤）賽制，請去掉其中一項。
settings-house = 這裡的挑戰未指明規則時採用：{ $terms }
settings-house-how = 要更改，請在 { $command } 後寫上規則，例如 oklahoma big_gin=31 target=150；寫 off 則取消。
settings-house-set = 從現在起，這裡的挑戰未指明規則時採用：{ $terms }
settings-house-off = 自訂規則已取消。這裡的挑戰未指明規則時採用：{ $terms }
refused-admin-house = 只有管理員可以設定這裡的自訂規則；你可以在自己的挑戰裡指明規則。
preset-short =
    { $preset ->
        [jinlami-pk] 金拉米 PK
        [classic] 經典
        [oklahoma] 奧克拉荷馬
        [tedesco] 泰代斯科
       *[jinlami] 金拉米
    }
button-house = 這裡的規則
button-rules = 規則
scores-times =
    { $times ->
        [2] { $text }（已加倍）
       *[other] { $text }（已計 { $times } 倍）
    }
sheet = 各盤 { $first } : { $second } – { $games }
sheet-game = 第{ $n }盤 { $one } : { $two }
sheet-game-won = 第{ $n }盤 { $one } : { $two }（{ $name } 勝）
sheet-bonuses = 加分：{ $first } { $one } · { $second } { $two }
refused-shutout-bonus = 完封加倍的是贏盤加分，須同時給出 game_bonus，例如 game_bonus=100。
page-house = 自訂規則（可不填）
