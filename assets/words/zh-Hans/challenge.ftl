# 从挑战到发牌。

challenge-person = { $challenger } 向 { $opponent } 发起金拉米挑战。
challenge-name = { $challenger } 向 @{ $handle } 发起金拉米挑战，只有 @{ $handle } 可以接受。
challenge-anyone = { $challenger } 想找人打金拉米，谁都可以接受。
challenge-computer = { $challenger } 和电脑打金拉米。
challenge-open-until = 有效期至：{ $when }
terms = { $preset } · { $mode } · 每轮限时{ $turn }
preset =
    { $preset ->
        [jinlami] 金拉米规则
        [classic] 经典规则
        [jinlami-pk] 金拉米 PK 规则
        [oklahoma] 俄克拉荷马金拉米规则
        [tedesco] 泰代斯科金拉米规则
       *[other] 规则：{ $preset }
    }
mode-fixed = 定局积分：{ $hands }局
mode-target = 达标：先得 { $points } 分者胜
mode-target-within = 达标：{ $hands }局内先得 { $points } 分者胜
lasting =
    { $unit ->
        [days] { $n }天
        [hours] { $n }小时
        [minutes] { $n }分钟
       *[seconds] { $n }秒
    }
challenge-declined = { $name } 拒绝了挑战。
challenge-withdrawn = 挑战已撤回。
challenge-lapsed = 到期前未能开局，挑战已失效。
gathering = { $challenger } 对 { $opponent }：等双方都能在私聊里收到手牌，就立即发牌。
gathering-missing = { $name }：请先打开和我的私聊，按一次“开始”（Start）。
button-accept = 接受
button-decline = 拒绝
button-withdraw = 撤回
button-open-chat = 打开私聊
toast-challenged = 挑战已发出。
toast-computer = 牌桌已摆好。
toast-accepted = 已接受，祝你手气好！
toast-declined = 已拒绝。
toast-withdrawn = 已撤回。
computer = 电脑
nobody = 未知玩家
