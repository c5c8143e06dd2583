# 公平发牌：事先的承诺、玩家各自加入的内容、如何核对。

fair-sealed = 发牌封存码：{ $commitment }
fair-seed = 本局种子：{ $seed }
fair-words-in = 你的话“{ $words }”已用于本局发牌。
fair-words-next = 你的话“{ $words }”将用于下次发牌。
button-verify = 核对发牌
cut-set = 从下次发牌起，你的话“{ $words }”会用于与{ $opponent }的对局 { $id }。
verify-fair = 第{ $n }局发牌公平：种子与事先的封存码相符，种子加上双方加入的内容正好得出这副牌。
verify-together = 第{ $n }局的牌正是由种子和双方加入的内容得出，种子也与封存码相符。但这一局是与封存同时发牌的，事先无人能记下封存码；之后各局都受它约束。
verify-seed = 第{ $n }局发牌有问题：种子与事先的封存码不符。请告知机器人的管理者。
verify-deal = 第{ $n }局发牌有问题：种子加上双方加入的内容得出的是另一副牌。请告知机器人的管理者。
verify-unsealed = 第{ $n }局发牌时还没有封存码，无从核对。
verify-sealed = 封存码：{ $commitment }
verify-added = { $name } 加入：“{ $text }”
verify-added-nothing = { $name } 没有加入内容。
verify-pack = 整副牌的顺序，从最后一张开始发：
verify-offline = 可用本程序或 README 里的脚本自行核对：
refused-hand-running = 第{ $n }局还没有结束，结束后才公布种子。
refused-no-such-hand = 这场对局没有第{ $n }局。
option-hand = 局次
option-hand-about = 第几局；不填则是最后打完的一局
refused-words = 切牌语须为 1 到 { $most } 个字。
refused-cut-often = 切牌语改得够多了，下次发牌之后才能再改。
verify-erased = 第{ $n }局：种子与事先的封存码相符。一位玩家加入的话已随其数据删除，只有留有这些话的人才能重新算出这副牌。
verify-added-erased = { $name } 加入过一些话，已随其数据删除。
refused-cut-which = 你正在打好几场：{ $ids }。请把其中一场的编号写在你的话前面。
