# 公平發牌：事先的承諾、玩家各自加入的內容、如何核對。

fair-sealed = 發牌封存碼：{ $commitment }
fair-seed = 本局種子：{ $seed }
fair-words-in = 你的話「{ $words }」已用於本局發牌。
fair-words-next = 你的話「{ $words }」將用於下次發牌。
button-verify = 核對發牌
cut-set = 從下次發牌起，你的話「{ $words }」會用於與{ $opponent }的對局 { $id }。
verify-fair = 第{ $n }局發牌公平：種子與事先的封存碼相符，種子加上雙方加入的內容正好得出這副牌。
verify-together = 第{ $n }局的牌正是由種子和雙方加入的內容得出，種子也與封存碼相符。但這一局是與封存同時發牌的，事先無人能記下封存碼；之後各局都受它約束。
verify-seed = 第{ $n }局發牌有問題：種子與事先的封存碼不符。請告知機器人的管理者。
verify-deal = 第{ $n }局發牌有問題：種子加上雙方加入的內容得出的是另一副牌。請告知機器人的管理者。
verify-unsealed = 第{ $n }局發牌時還沒有封存碼，無從核對。
verify-sealed = 封存碼：{ $commitment }
verify-added = { $name } 加入：「{ $text }」
verify-added-nothing = { $name } 沒有加入內容。
verify-pack = 整副牌的順序，從最後一張開始發：
verify-offline = 可用本程式或 README 裡的腳本自行核對：
refused-hand-running = 第{ $n }局還沒有結束，結束後才公布種子。
refused-no-such-hand = 這場對局沒有第{ $n }局。
option-hand = 局次
option-hand-about = 第幾局；不填則是最後打完的一局
refused-words = 切牌語須為 1 到 { $most } 個字。
refused-cut-often = 切牌語改得夠多了，下次發牌之後才能再改。
verify-erased = 第{ $n }局：種子與事先的封存碼相符。一位玩家加入的話已隨其資料刪除，只有留有這些話的人才能重新算出這副牌。
verify-added-erased = { $name } 加入過一些話，已隨其資料刪除。
refused-cut-which = 你正在打好幾場：{ $ids }。請把其中一場的編號寫在你的話前面。
