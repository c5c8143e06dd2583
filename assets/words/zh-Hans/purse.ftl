# 游戏币：自己的钱包、赛事报名费、奖池归谁。

purse-own = 你的游戏币：{ $n }
fee-open = 报名费：{ $fee } 游戏币，奖池现有 { $pot }。
fee-running = 报名费：{ $fee } 游戏币，奖池 { $pot }。没排上名额的已经退还。
fee-plan = 报名费：{ $fee } 游戏币
fee-paid = 已付报名费 { $fee } 游戏币，还剩 { $left }。
fee-back = 报名费 { $fee } 游戏币已退还，现有 { $left }。
fee-stays = 报名费留在奖池里。
fee-all-back = 报名费 { $fee } 游戏币已全部退还。
pot-won = 奖池分得的游戏币：{ $list }
pot-share = { $name } { $n }
refused-fee-poor = 报名费是 { $fee } 游戏币，你只有 { $points }，没有报上名。
flaw-fee = 报名费要写 0 到 10000 之间的整数，单位是游戏币。
flaw-team-fee = 团队赛事不收报名费。
event-help-fee = 赛事可以收报名费（fee:20），单位是游戏币。报名费进奖池，打完后前三名各得 50%、30%、20%，不足四人则全归第一名。开始前退出就退还，赛事取消则全部退还。每人开户送 1000 游戏币，不能买卖，也不能转让；私下用 { $stats } 查看自己有多少。
option-fee = 报名费
option-fee-about = 参赛要付的游戏币，0 到 10000
