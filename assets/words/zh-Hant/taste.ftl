# 玩家為自己設定的內容。

button-own-settings = 我的個人設定
own-title = 你的個人設定，在哪裡玩都有效
own-confirm-on = 胡牌和認輸前會再確認一次。
own-confirm-off = 胡牌和認輸一按即生效。
own-large-on = 你的牌用大字顯示。
own-large-off = 你的牌用普通大小顯示。
own-colours-four = 四種花色各用一種顏色。
own-colours-two = 花色只用紅黑兩色。
own-pictures-on = 你的手牌以圖片顯示，同時附有全部文字。
own-pictures-off = 你的手牌只用文字顯示。
button-confirm-on = 再確認一次
button-confirm-off = 不再確認
button-large-on = 大牌
button-large-off = 普通大小
button-colours-four = 四色
button-colours-two = 紅黑兩色
button-pictures-on = 顯示圖片
button-pictures-off = 只用文字
