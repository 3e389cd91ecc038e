const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/**
 * The commonest function words by language. They say nothing about a query, and much about the
 * language of a text.
 */
export const stopWords: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    en: words(
      'a about all also an and any are as at be because been but by can could did do does ' +
        'for from had has have he her his how i if in into is it its me more most my no not ' +
        'of on or our she so some such than that the their them then there these they this ' +
        'those to was we were what when where which who why will with would you your',
    ),
    de: words(
      'aber als am an auch auf aus bei bis das dass dem den der des die durch ein eine ' +
        'einem einen einer eines er es für hat ich im in ist kann mit nach nicht noch nur ' +
        'oder sich sie sind so über um und uns von vor war was welche wenn werden wie wird ' +
        'wir wo zu zum zur',
    ),
    fr: words(
      'au aux avec ce ces cette comment dans de des du elle en est et été il ils je la le ' +
        'les leur lui mais ne nous on ont ou où par pas plus pour quand que quel quelle qui ' +
        'sa se ses si son sont sur un une vous y à',
    ),
    es: words(
      'al como con cual cuando de del desde donde el ella en entre era es esta este están ' +
        'fue ha hay la las le lo los más no o para pero por qué que quien se ser si sin sobre ' +
        'son su sus también un una y ya',
    ),
    it: words(
      'a al alla anche che chi come con cosa da dal dei del della delle di dove e è era gli ' +
        'ha i il in io la le lo ma nel nella non o per più perché quale quando questa questo ' +
        'se si sono su sul un una uno',
    ),
    pt: words(
      'a ao aos as com como da das de do dos e é ela em entre era foi há isso já mais mas ' +
        'na não nas no nos o os ou para pela pelo por qual quando que quem se sem ser seu sua ' +
        'são também um uma',
    ),
    nl: words(
      'aan als bij dat de deze die dit door dus een en er had heb heeft het hoe hun ik in ' +
        'is kan maar meer met naar niet nog of om onder ook op over te tot uit van veel voor ' +
        'waar was wat we wel werd wie wordt zich zijn zo',
    ),
    sv: words(
      'alla att av de den det där du efter eller en ett från för har hon hur här i inte jag ' +
        'kan man med men mot när och om på sig ska som så till upp ut var vad vara vi vid ' +
        'vilka är än',
    ),
    da: words(
      'af alle at da de den der det efter eller en er et for fra har hun hvad hvor i ikke ' +
        'jeg kan man med men mod når og også om op på sig skal som så til ud var ved vi vil ' +
        'været',
    ),
    ru: words(
      'а без был была было быть в вы где для до его ее если есть еще же за и из или им их к ' +
        'как когда кто ли мы на не нет но о об он она они от по при с так то только у чем что ' +
        'это я',
    ),
  }),
)
