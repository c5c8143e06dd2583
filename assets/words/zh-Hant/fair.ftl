# 公平發牌：事先的承諾、玩家各自加入的內容、如何核對。

refused-words = 切牌的話須為 1 到 { $most } 個字。
refused-cut-often = 切牌的話改得夠多了，下次發牌之後才能再改。
