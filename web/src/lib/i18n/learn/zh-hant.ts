// Lessons and rules in Traditional Chinese. No sentence has more than 40 characters.
import type { LearnCatalogue } from './speech.svelte';

export const zhHant: LearnCatalogue = {
  'learn.title': '學習玩法',
  'learn.intro': '十二堂短短的課，你是紅色賽艇。',
  'learn.step': '第 {number} 課（共 {n} 課）',
  'learn.steps': '課程',
  'learn.named': '{number}：{title}',
  'learn.named.learnt': '{number}：{title}，已學會',
  'learn.task': '你的任務：',
  'learn.next': '下一課',
  'learn.again': '再試一次',
  'learn.repeat': '再玩一遍',
  'learn.before': '上一課',
  'learn.skip': '跳過',
  'learn.well': '做得好！',
  'learn.oops': '還差一點。',
  'learn.speed': '速度 {n}',
  'learn.lake': '一個小湖。',
  'learn.flag': '旗子在 {at}。',
  'learn.rest': '隨時可以停下來，這台裝置會記住你學到哪裡。',
  'learn.over.title': '你學會整個遊戲了！',
  'learn.over.text': '現在和電腦玩家比賽吧。忘記規則時，隨時可以查。',
  'learn.over.race': '我的第一次比賽',
  'learn.over.rules': '查規則',
  'learn.over.again': '從第一課重新開始',

  'learn.dice.title': '骰子給你速度',
  'learn.dice.text': '每顆骰子的點數是 1、2 或 3。把點數加起來，就是你的速度。速度多少，就直線移動多少格。',
  'learn.dice.task': '按 + 增加一顆骰子，然後擲骰。再選一個能到旗子的方向。',
  'learn.dice.none': '沒有骰子，賽艇只能轉向。按 + 增加一顆骰子。',
  'learn.dice.rolled': '你擲出 {total}。你可以直行，也可以先往左或往右轉一個邊。旗子在哪裡？',
  'learn.dice.missed': '你現在在 {end}。旗子在你的左前方。',
  'learn.dice.done': {
    by: 'total',
    other: '你轉向後移動了 {total} 格，賽艇現在朝著那個方向。這顆骰子會保留到下一回合。',
  },

  'learn.full.title': '速度多少，就移動多少格',
  'learn.full.text':
    '每回合可以增加一顆骰子，或移除一顆，也可以重擲任意幾顆。然後選一個水面夠長的方向，讓你能照速度移動。',
  'learn.full.task': '保留 3，重擲 2，再增加一顆新骰子。然後選擇方向。',
  'learn.full.add': '這次要增加一顆骰子：按 +。每回合只能增加一顆。',
  'learn.full.hold': '保留 3。按 2，直到它顯示「重擲」。',
  'learn.full.rolled': '{dice} 加起來是 {total}。三個方向都試試看。哪個方向有 {total} 格水面？',
  'learn.full.done': {
    by: 'total',
    other: '只有這個方向有 {total} 格水面。所以就算你不想，也必須往那裡移動。',
  },

  'learn.brake.title': '及時減速',
  'learn.brake.text': '你的速度很快，但每個方向都只有三格水面。想減速，每回合可以移除一顆骰子。',
  'learn.brake.task': '選好骰子，不要發生撞擊。',
  'learn.brake.crashed': {
    by: 'run',
    other: '撞擊！你的速度是 {total}，但水面只有 {run} 格。移除一顆骰子：按它，直到它顯示「移除」。',
  },
  'learn.brake.done': '速度 {total} 剛剛好。眼光放遠一點，水面變窄之前就先移除骰子。',

  'learn.crash.title': '每個方向都受阻時',
  'learn.crash.text':
    '你的速度是 5，但每個方向的水面都不夠長，所以你會撞擊。這時必須選水面最長的方向。島嶼、岸邊和浮標都會擋住你。',
  'learn.crash.task': '找出水面最長的方向。',
  'learn.crash.done': {
    by: 'damage',
    other:
      '你的速度是 {total}，但水面只有 {run} 格。少移動幾格，就得到幾個受損指示物：這次是 {damage} 個。你也失去所有骰子，下一回合要從一顆骰子重新開始。',
  },

  'learn.sink.title': '四個受損指示物就沉沒',
  'learn.sink.text': '你的賽艇有三個受損指示物。再得到第四個就會沉沒，退出這一場。',
  'learn.sink.task': '選好骰子和方向，不要發生撞擊。',
  'learn.sink.sunk':
    '你的速度是 {total}，但水面只有 {run} 格。你得到第四個受損指示物，賽艇沉沒了。慢一點吧。',
  'learn.sink.done': '平安！有三個受損指示物時，一定要小心。',

  'learn.pass.title': '賽艇不會擋住你',
  'learn.pass.text': '前面有其他賽艇。你可以從它們的格子經過。',
  'learn.pass.task': '重擲兩顆骰子。然後直行，超過橘色和白色，到旗子那一格。',
  'learn.pass.short': { by: 'steps', other: '你移動了 {steps} 格，白色還在前面。重擲兩顆骰子吧。' },
  'learn.pass.done': '你超過了兩艘賽艇。這樣誰都不會受損。',

  'learn.behind.title': '停在賽艇後面',
  'learn.behind.text': '兩艘賽艇不能停在同一格。如果移動結束的那一格有別的賽艇，就停在它後面最近的空格。',
  'learn.behind.task': '保留 3 和 1。白色正好在前方第四格。直行吧。',
  'learn.behind.free': '這次你的移動沒有在白色那一格結束。保留兩顆骰子，然後直行。',
  'learn.behind.done': {
    by: 'steps',
    other: '你移動 {steps} 格，停在白色後面。這不是撞擊，你沒有受損，也保留骰子。',
  },

  'learn.start.title': '起點',
  'learn.start.text':
    '把賽艇放在起點線的格子，或緊鄰它後方的格子，朝哪個方向都可以。這時你還沒有骰子。起始玩家最後放置。出發後，要順著綠色箭頭的方向越過起點線。',
  'learn.start.task': '放置賽艇，擲一顆骰子，越過起點線。',
  'learn.start.placed': '現在是你的第一個回合。增加一顆骰子，然後擲骰。',
  'learn.start.rolled': '順著綠色箭頭的方向越過起點線。',
  'learn.start.nodice': '沒有骰子就不能移動。按 + 增加一顆骰子。',
  'learn.start.missed': '你還沒有越過起點線。放置賽艇時，讓它朝著綠色箭頭的方向。',
  'learn.start.done': '出發了！接下來是浮標 1。',

  'learn.round.title': '繞過浮標',
  'learn.round.text':
    '依序繞過浮標 1、2、3，箭頭會告訴你怎麼繞。在這個程式裡，每個浮標都有一道門，就是那排黃色格子。從正確的一側進入門，離浮標近或遠都可以。這樣就算繞過浮標了。',
  'learn.round.task': '繞過浮標 1，讓它在你的右手邊。',
  'learn.round.missed': '你從浮標 1 下方經過，錯過了它的門，所以不算繞過。要穿過那排黃色格子才行。',
  'learn.round.done': '你進入了門，所以浮標 1 算繞過了。接下來是 2 號門。',

  'learn.back.title': '不要回頭',
  'learn.back.text':
    '如果你往回穿過一道門，它的浮標就不再算繞過。如果你反方向穿過下一道門，要先往回穿過它。然後再從正確的方向穿過它。',
  'learn.back.task': '你停在浮標 1 的門裡。繼續移動，但不要往回穿過這道門。',
  'learn.back.undone': '你往回穿過了 1 號門，所以浮標 1 要重新繞過。',
  'learn.back.done': '浮標 1 仍然算繞過。接下來是下方的浮標 2。',

  'learn.finish.title': '終點和分數',
  'learn.finish.text':
    '所有浮標你都繞過了。只要碰到終點線，就算到達終點。但這次移動還是要完成，所以過了終點線也可能撞擊。',
  'learn.finish.task': '選好骰子，確定自己能到達終點線。',
  'learn.finish.missed': '速度 {total} 太快了。終點線後面是陸地，所以你只好轉彎。3 和 1 剛剛好。',
  'learn.finish.home': { by: 'steps', other: '你移動 {steps} 格，到達終點：第二名，只輸給黑色！' },
  'learn.finish.question':
    '三位玩家時，第一名得 2 分，第二名得 1 分，最後一名得 0 分。B 場的分數是兩倍，C 場是三倍。你在 B 場得到第二名，可以得幾分？',
  'learn.finish.wrong': '{number} 不對。第二名得 1 分，B 場的分數是兩倍。',
  'learn.finish.right':
    '對，{n} 分：1 乘以 2。C 場結束後，分數最高的玩家獲勝。兩位玩家時，用的回合比較少，還能加分。',

  'learn.repair.title': '修理',
  'learn.repair.text': '每場結束後，賽艇都會修好。但每有一場受損，就要保留一個受損指示物。',
  'learn.repair.task': '紅色在 A 場受損，在 B 場又受損。現在它有三個受損指示物。',
  'learn.repair.question': 'C 場開始時，紅色有幾個受損指示物？',
  'learn.repair.wrong': '{number} 不對。A 場要保留一個，B 場也要保留一個。',
  'learn.repair.right': '對，{n} 個：A 場一個，B 場一個。再多兩個，賽艇就會沉沒。',

  'rules.title': '規則',
  'rules.intro': '這裡有全部的規則，還有可以一步一步看的例子。',
  'rules.lessons': '想邊玩邊學嗎？前往課程',
  'rules.contents': '目錄',
  'rules.before': '上一步',
  'rules.next': '下一步',
  'rules.at': '{number}／{n}',
  'rules.begin': '移動之前的局面。',
  'rules.now': '下一個目標：{leg}。',

  'rules.aim.title': '目標',
  'rules.aim.text1': '二到六艘賽艇在同一個湖泊上比三場：A 場、B 場和 C 場。最後分數最高的玩家獲勝。',
  'rules.aim.text2':
    '每次比賽的湖泊都不一樣，由六片板塊拼成。每片板塊都有兩面：深藍色那面比較容易，淺藍色那面比較難。',
  'rules.course.title': '路線',
  'rules.course.text1':
    '浮標 0、1、2、3 放在有這一場字母的四個位置。起點／終點線從浮標 0 開始，經過四格，到終點浮標為止。',
  'rules.course.text2': '箭頭指出每個浮標要從哪一邊繞過。你不需要繞浮標一整圈。浮標會擋住它所在的格子。',
  'rules.start.title': '起點',
  'rules.start.text1':
    'A 場之前，每位玩家擲一顆骰子，點數最高的是起始玩家。如果有幾位同樣最高，他們就再擲一次。之後每一場，由順時針的下一位當起始玩家。回合一律照順時針進行。',
  'rules.start.text2':
    '每場開始前，玩家照逆時針的順序放置賽艇。起始玩家右邊的玩家最先放，所以起始玩家最後放。',
  'rules.start.text3':
    '選起點線的空格，或緊鄰它後方的空格。如果格子不夠，也可以用再後面的格子。賽艇可以朝格子六個邊的任何一邊。這時大家都還沒有骰子。',
  'rules.start.text4': '你的第一個目標，是順著綠色箭頭的方向越過起點線。然後就前往浮標 1。',
  'rules.dice.title': '你的回合：骰子',
  'rules.dice.text1':
    '每回合結束後，骰子會留到下一回合。你可以增加一顆，或移除任何一顆，也可以都不做。然後從你的骰子中選出要重擲的。把它們和新骰子一起擲，只擲一次。',
  'rules.dice.text2':
    '骰子的點數加起來就是速度。骰子數量沒有上限。沒有骰子時，賽艇留在原地，可以轉向。這樣也算一個回合。',
  'rules.heading.title': '你的回合：方向和移動',
  'rules.heading.text1':
    '直行，或是左轉、右轉 60 度。然後在水面上直線移動，移動的格數等於速度。移動後，賽艇朝著移動的方向。',
  'rules.heading.text2': '只要有方向能讓你照速度移動，就必須選這樣的方向。只有陸地和浮標會擋住你。',
  'rules.crash.title': '撞擊和受損',
  'rules.crash.text1':
    '如果每個方向的水面都不夠長，就會撞擊。你必須選水面最長的方向。如果有幾個方向一樣長，就任選一個。少移動幾格，就得到幾個受損指示物。你還會失去所有骰子。',
  'rules.crash.text2': '有四個以上的受損指示物時，你的賽艇就會沉沒，退出這一場。',
  'rules.boats.title': '其他賽艇',
  'rules.boats.text1': '你可以從其他賽艇的格子經過。',
  'rules.boats.text2':
    '如果移動結束的那一格有別的賽艇，就停在它後面最近的空格。這不是撞擊，你沒有受損，也保留骰子。如果撞擊時有賽艇擋在前面，受損還是和沒有那艘賽艇時一樣。',
  'rules.round.title': '繞過浮標',
  'rules.round.text1':
    '你必須依序繞過浮標 1、2、3。規則書裡沒有門，這是本程式判斷有沒有繞過浮標的方法。門是一排格子，從浮標一直延伸到湖泊邊緣，也會越過島嶼。',
  'rules.round.text2': '從正確的一側進入門，就算繞過浮標。離浮標多遠都沒關係。',
  'rules.round.text3':
    '如果你往回穿過一道門，它的浮標就不再算繞過。如果你反方向穿過下一道門，要先往回穿過它。之後才能繞過那個浮標。',
  'rules.finish.title': '終點',
  'rules.finish.text1':
    '繞過浮標 3 之後，從正確的一側碰到終點線，就算到達終點。這次移動還是要完成。過了終點線才撞擊，也會受損，但仍然算到達終點。之後你的賽艇離開湖泊。',
  'rules.finish.text2':
    '所有賽艇都到達終點或沉沒時，這一場就結束。如果只依名次計分，只剩一艘還沒到達終點時，也會結束。',
  'rules.points.title': '分數',
  'rules.points.text1':
    '在 A 場，第一名得到的分數是玩家人數減 1。後面每個名次各少 1 分。有賽艇沉沒，也不會改變這些分數。B 場的分數是兩倍，C 場是三倍。',
  'rules.points.text2':
    '沉沒的賽艇沒有分數，除非它先到達了終點。C 場結束後，分數最高的玩家獲勝。如果同分，最後一場名次較好的玩家獲勝。',
  'rules.points.players': '玩家人數',
  'rules.points.place': '名次',
  'rules.points.race': '{letter} 場',
  'rules.turns.title': '回合加分',
  'rules.turns.text1': '兩位玩家時，一定採用這條規則。玩家更多時，可以選擇要不要採用。',
  'rules.turns.text2':
    '把每艘到達終點的賽艇，和最後到達的那艘相比。每少用一回合，就多得 1 分。每有一艘賽艇沉沒，再得 5 分。這些額外的分數不會變成兩倍或三倍。',
  'rules.turns.example':
    '例子：{letter} 場，兩位玩家。所用的回合數：紅色 {fast}，白色 {slow}。分數：紅色 {first}，白色 {second}。',
  'rules.repair.title': '兩場之間的修理',
  'rules.repair.text1':
    '每場結束後，你的賽艇會修好。但到目前為止每有一場受損，就要保留一個受損指示物。所以 B 場開始時，它有 0 或 1 個。C 場開始時，它有 0、1 或 2 個。',
  'rules.repair.example': {
    by: 'damage',
    other: '紅色在 A 場受損。現在是 B 場，它有 {damage} 個受損指示物。C 場開始時，它會有 {keeps} 個。',
  },
};
