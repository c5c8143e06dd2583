# 遊戲幣：自己的錢包、賽事報名費、獎池歸誰。

purse-own = 你的遊戲幣：{ $n }
fee-open = 報名費：{ $fee } 遊戲幣，獎池現有 { $pot }。
fee-running = 報名費：{ $fee } 遊戲幣，獎池 { $pot }。沒排上名額的已經退還。
fee-plan = 報名費：{ $fee } 遊戲幣
fee-paid = 已付報名費 { $fee } 遊戲幣，還剩 { $left }。
fee-back = 報名費 { $fee } 遊戲幣已退還，現有 { $left }。
fee-stays = 報名費留在獎池裡。
fee-all-back = 報名費 { $fee } 遊戲幣已全部退還。
pot-won = 獎池分得的遊戲幣：{ $list }
pot-share = { $name } { $n }
refused-fee-poor = 報名費是 { $fee } 遊戲幣，你只有 { $points }，沒有報上名。
flaw-fee = 報名費要寫 0 到 10000 之間的整數，單位是遊戲幣。
flaw-team-fee = 團隊賽事不收報名費。
event-help-fee = 賽事可以收報名費（fee:20），單位是遊戲幣。報名費進獎池，打完後前三名各得 50%、30%、20%，不足四人則全歸第一名。開始前退出就退還，賽事取消則全部退還。每人開戶送 1000 遊戲幣，不能買賣，也不能轉讓；私下用 { $stats } 查看自己有多少。
option-fee = 報名費
option-fee-about = 參賽要付的遊戲幣，0 到 10000
