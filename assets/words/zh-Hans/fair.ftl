# 公平发牌：事先的承诺、玩家各自加入的内容、如何核对。

refused-words = 切牌的话须为 1 到 { $most } 个字。
refused-cut-often = 切牌的话改得够多了，下次发牌之后才能再改。
