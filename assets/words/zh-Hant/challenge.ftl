# 從挑戰到發牌。

challenge-person = { $challenger } 向 { $opponent } 發起金拉米挑戰。
challenge-name = { $challenger } 向 @{ $handle } 發起金拉米挑戰，只有 @{ $handle } 可以接受。
challenge-anyone = { $challenger } 想找人打金拉米，誰都可以接受。
challenge-computer = { $challenger } 和電腦打金拉米。
challenge-open-until = 有效期至：{ $when }
terms = { $preset } · { $mode } · 每輪限時{ $turn }
preset =
    { $preset ->
        [jinlami] 金拉米規則
        [classic] 經典規則
        [jinlami-pk] 金拉米 PK 規則
        [oklahoma] 奧克拉荷馬金拉米規則
        [tedesco] 泰代斯科金拉米規則
       *[other] 規則：{ $preset }
    }
mode-fixed = 定局積分：{ $hands }局
mode-target = 達標：先得 { $points } 分者勝
mode-target-within = 達標：{ $hands }局內先得 { $points } 分者勝
lasting =
    { $unit ->
        [days] { $n }天
        [hours] { $n }小時
        [minutes] { $n }分鐘
       *[seconds] { $n }秒
    }
challenge-declined = { $name } 婉拒了挑戰。
challenge-withdrawn = 挑戰已撤回。
challenge-lapsed = 到期前未能開局，挑戰已失效。
gathering = { $challenger } 對 { $opponent }：等雙方都能在私訊裡收到手牌，就立即發牌。
gathering-missing = { $name }：請先開啟和我的私訊，按一次「開始」（Start）。
button-accept = 接受
button-decline = 婉拒
button-withdraw = 撤回
button-open-chat = 開啟私訊
toast-challenged = 挑戰已發出。
toast-computer = 牌桌已擺好。
toast-accepted = 已接受，祝你手氣好！
toast-declined = 已婉拒。
toast-withdrawn = 已撤回。
computer = 電腦
nobody = 未知玩家
