import { everyWord, wordsFor } from '../lexicon.ts'
import { wordSet } from '../tokens.ts'

const phrases = (text: string): readonly string[] => text.split('|')
/** The words of phrases. */
export const wordsOf = (some: readonly string[]): string[] => some.flatMap((phrase) => phrase.split(' '))

/** How people misspell words, by the word that they mean. */
export const SPELLINGS: ReadonlyMap<string, string> = new Map(
  (
    'q que|k que|pal para|presio precio|presios precios|ke que|qe que|kuanto cuanto|quanto cuanto|cuato cuanto|cuant cuanto|cuando cuando|komo como|cmo como|' +
    'x por|xfa porfa|xfavor porfavor|pls please|ta esta|sta esta|tan estan|toy estoy|vcv bcv|bvc bcv|bcb bcv|bcvv bcv|' +
    'ustd usdt|udst usdt|usdtt usdt|taza tasa|tsa tasa|dls dolares|binanse binance|d de|xq porque|' +
    'dolal dolar|dolars dolares|dollares dolares|dolare dolares|avizame avisame|abisame avisame|' +
    'abizame avisame|grasias gracias|aser hacer|asen hacen|oy hoy|aller ayer|ayel ayer|manhana manana|oi hoy'
  )
    .split('|')
    .map((pair) => pair.split(' ') as [string, string]),
)

/** Words without a meaning of their own in a request. */
export const FILLERS = wordSet(
  'a al ante asi aca aqui ahi alla allah ahora ahorita algo amor aun bien bueno bro ca cada caballero caracas caramba causa ' +
    'chama chamo chamos chamito chico chica chevere colega compa compadre compai como con conocer cono cosa cual cuales ' +
    'cuanta cuantas cuanto cuantos cuando da dale dame das de decime decir del di dice dicen dices dime digame diga digan ' +
    'e el ella ellos en entonces epa epale equivale equivalen era es esa ese eso esta estaba estaban estan estar ' +
    'estara estaria este esto estuvo exacto favor fijate fue gente ha haber han hacer hacia hagame hasta hay haz hazme ' +
    'hermana hermano hey hola igual indica indicame informa informame jefa jefe joven la las le les lo los loco luego mano ' +
    'marica marico me mi mija mijo mira mire mis mismo momento mucho muestra muestrame mostrar nada necesito nojoda nos o ' +
    'oe ok okey oye oiga pa pal pana panas panita papa papi para pero plis pls please podria podrias poner por porfa ' +
    'porfavor porfis primo profe pues puede puedes puedo que queria quiero quisiera rapidito reina rey saber sabe sabes ' +
    'se senor senora senorita ser seria serian si sino sobre solo somos son sr sra su tan tanto te tener tengo tenemos ' +
    'tenia tiene tienen tienes tio todo todos todas toda total tu u un una uno unos unas usted va vamos van vaina vale ve ' +
    'vecino vecina ver vez veci vergacion verga vzla venezuela y ya yo naguara na guara buenas buenos buena buen bueno ' +
    'dia dias tarde tardes noche noches manana madrugada saludos gracias mil muchas muchisimas amable info mio mia ' +
    'the an is are was were what whats how much many of to on at now please can could you tell show give i im want know ' +
    'for it its do does did be hi hello there my in and or thanks thank have has this today get with from if when right just ' +
    'last hijo hija mando mandaron enviaron llegaron recibi remesa zelle paypal cobrar cliente clientes ' +
    'proximo proxima pasado pasada viene ultimo ultima ultimos ultimas exactamente aproximadamente fa tipo manda mandame mandar mas menos otra otro vs',
)

/** Words that ask for a price, or stand beside one. */
export const PRICE_WORDS = wordSet(
  'tasa tasas precio precios cotizacion cotizaciones cambio cambiario cambiaria valor valores rate rates price prices ' +
    'cuesta cuestan costo costaba valia vale valen anda andan andaba ando amanecio amanece amanecer cerro cierre cierra ' +
    'abrio abre apertura marca marcando cotiza cotizan sale esta estaba estan estuvo subio bajo sube baja subiendo ' +
    'bajando subido bajado actual actualmente actualizado actualizada actualizaron actualizo actualizan vigente publico publicado publicaron nueva nuevo divisa divisas moneda ' +
    'dolares bolivares bs bolivar worth cost costs current currently value market mercado referencia referencial ' +
    'digital efectivo mayor menor final tiempo real llego llega quedo  ponen puso pusieron esperan calle',
)

/** They ask how much. */
export const ASKING = wordSet(
  'cuanto cuanta cuantos cuantas como cual cuales what whats how much precio precios tasa tasas rate rates price',
)

/** They say that a sum is divided, and not multiplied, by what follows `por`. */
export const DIVIDING = wordSet('divide dividir dividido divididos reparte repartir split divided')
export const CONVERT: ReadonlySet<string> = new Set([
  ...DIVIDING,
  ...wordSet(
    'convertir convierte convierteme convierta conviertelo conversion conversor convertidor convert converter calcula ' +
      'calculame calcular calculadora cambiar cambiame cambia cambio pasar pasame pasa seria serian equivale equivalen suma sumar sumame sum',
  ),
])
/** They ask for a conversion by themselves. */
export const CONVERT_ALONE = wordSet(
  'convertir convierte convierteme conversion conversor convertidor convert converter calculadora calcular calcula',
)

export const HISTORY = wordSet(
  'grafico graficos grafica graficas graficame graficar historial historico historica historicos historia chart charts ' +
    'history graph evolucion tendencia trend curva comportamiento estadistica estadisticas',
)
export const HISTORY_PHRASES = phrases(
  'ha estado|ha ido|se ha movido|se ha comportado|ha subido|ha bajado|ha variado|se movio',
)
export const LAST = wordSet('ultimo ultima ultimos ultimas last past')

export const GAP = wordSet('brecha gap diferencia diferencial spread')
export const GAP_PHRASES = phrases(
  'mas caro|mas barato|mas alto|mas cara|por encima del|lejos del|vs|versus|comparar|compara|comparame|' +
    'comparado con|compare|compare with',
)

export const CHANGES = wordSet('cambios movimientos variaciones variacion changes')
export const CHANGES_PHRASES = phrases(
  'cuantas veces|how many times|que paso con|que paso hoy con|que ha pasado con|que le paso a|what happened to',
)

export const ALERT = wordSet(
  'avisa avisame avisenme aviseme avisar avisarme avisarnos avises avisas avisan avise aviso alerta alertame alertar ' +
    'alertarme alarma notifica notificame notificar notificarme notify alert recuerdame escribeme pingueame',
)
export const ALERT_PHRASES = phrases(
  'let me know|tell me when|tell me if|dime si|dime cuando|me dices si|me dices cuando|me escribes cuando|' +
    'me escribes si|dame un toque|pegame un grito|echame un grito|ping me',
)
export const ALERT_LIST = wordSet('alertas avisos alarmas notificaciones alerts')
/** What is made, changed and deleted. */
export const ALERT_NOUNS: ReadonlySet<string> = new Set([...ALERT_LIST, 'alerta', 'aviso', 'alarma', 'alert'])
export const EVERYTHING = wordSet('todo todos todas everything all')
export const IF = wordSet('si cuando if when')

export const FOLLOW = wordSet(
  'seguir sigue sigueme siguele siguelo sigues follow suscribir suscribirme suscribete suscribeme suscripcion subscribe ' +
    'vigila vigilame monitorea monitoreame',
)
/** Beside a name they ask for a follow. */
export const DAILY_PHRASES = phrases(
  'todos los dias|cada dia|diariamente|a diario|todas las mananas|cada manana|todas las tardes|cada tarde|' +
    'todas las noches|cada noche|every day|every morning|every evening|daily',
)
export const FOLLOWED_PHRASES = ['que sigo', 'estoy siguiendo', 'mis tasas', 'mis seguimientos']

/** With a name they end a follow, without one everything. */
export const QUIT_PHRASES = phrases(
  'para de avisar|para de avisarme|deja de avisar|deja de avisarme|dejes de avisar|dejar de avisar|dejame de avisar|deja de escribir|' +
    'deja de escribirme|deja de mandar|deja de mandarme|deja de enviar|deja de enviarme|deja de molestar|' +
    'deja de notificar|deja de notificarme|no me avises|no me avise|no avises|no me escribas|no me mandes|' +
    'no me notifiques|no me alertes|no quiero mas|no quiero avisos|no quiero recibir|no quiero alertas|' +
    'no quiero que me avises|ya no quiero|stop sending|stop telling|parar|stop|detener|detente|basta|callate|' +
    'darme de baja|desuscribirme|desuscribir|unsubscribe',
)
export const UNFOLLOW_PHRASES = phrases(
  'deja de seguir|dejar de seguir|deja de seguirme|no quiero seguir|no sigas|dejar|deja|quitar|quita|quitame|' +
    'saca|sacame|elimina|eliminar|cancela|cancelar|desactiva|desactivar|unfollow|stop following|remove',
)
/** Beside what ends a follow. */
export const QUIT_WORDS = wordSet(
  'avisar avisarme avises seguir siguiendo quiero aviso mensajes mensaje todo recibir',
)
export const REMOVE_ALERT = wordSet(
  'borra borrar borrame elimina eliminar quita quitar cancela cancelar delete remove',
)

/** With hours, or `de noche`, they ask for quiet hours. */
export const QUIET_PHRASES = phrases(
  'no me molestes|no me moleste|no molestes|no me escribas|no me avises|no me mandes|no me notifiques|' +
    'don t disturb me|do not disturb me|dont disturb me|don t message me|do not message me|dont message me|' +
    'don t write to me|don t write me|dont write me',
)
/** By themselves they ask for the quiet hours. */
export const SILENCE_PHRASES = phrases(
  'horas de silencio|silencio|silencio nocturno|silenciar|no molestar|quiet hours|do not disturb|silence',
)
/** Ask that a chat be sent again what it stopped. */
export const RESUME_PHRASES = phrases(
  'vuelve|vuelve a avisarme|vuelve a avisar|vuelve a escribirme|vuelve a escribir|vuelve a mandarme|vuelvan|volvi|he vuelto|' +
    'ya volvi|quiero volver|volver a recibir|reanudar|reanuda|reactivar|reactiva|start again|resume|i m back|im back|come back',
)

export const SETTINGS_PHRASES = phrases(
  'ajustes|ajuste|configuracion|configurar|settings|preferencias|idioma|lenguaje|language|zona horaria|' +
    'time zone|timezone|resumen|mis datos|formato de numeros|en ingles|' +
    'en espanol|in english|in spanish',
)
export const HELP_PHRASES = phrases(
  'ayuda|ayudame|me ayudas|info|informacion|help|comandos|comando|commands|menu|opciones|options|instrucciones|' +
    'que puedes hacer|que sabes hacer|que haces|que mas haces|que mas puedes|que ofreces|como funciona|' +
    'como funcionas|como te uso|como se usa|como uso|para que sirves|para que sirve|quien eres|que eres|' +
    'what can you do|how does this work|how do you work',
)
export const THANKS_PHRASES = phrases(
  'gracias|thanks|thank you|thank u|thx|ty|agradezco|agradecido|agradecida|dios te pague|se agradece',
)
export const GREETINGS = phrases(
  'hola|holis|holaa|holaaa|ola|alo|klk|buenas|buen dia|buenos dias|epa|epale|hey|hi|hello|saludos|que mas|que hubo|quiubo|que tal|' +
    'como estas|como esta todo|good morning|good afternoon|empezar|inicio|start',
)

/** Others sell to the writer, or buy; they say more than the verb alone, which may be said of the writer: `sell at 995`. */
export const THEY_SELL = phrases(
  'quieren vender|quiere vender|quieren venderme|quiere venderme|ofrecen vender|me estan vendiendo|' +
    'me esta vendiendo|they sell|they are selling|' +
    'sell me|selling me',
)
export const THEY_BUY = phrases(
  'quieren comprar|quiere comprar|quieren comprarme|quiere comprarme|ofrecen comprar|me estan comprando|' +
    'me esta comprando|they buy|' +
    'they are buying|buy from me|buy mine',
)

/** Somebody sells dollars to the writer. */
export const SOLD_PHRASES = phrases(
  'me venden|me vende|me lo venden|me los venden|me la venden|' +
    'me las venden|me lo vende|me los vende|me vendieron|lo venden|los venden|venden|me dejan|me lo dejan|' +
    'me los dejan|me lo deja|me los deja|conviene comprar|la pena comprar|comprar|compro|comprando|buen precio|buena tasa|buy|' +
    'good price|good rate|good deal|' +
    'should i buy|buying|...THEY_SELL',
)
/** Somebody buys dollars from the writer. */
export const BOUGHT_PHRASES = phrases(
  'me compran|me compra|me lo compran|me los compran|me la compran|' +
    'me las compran|me lo compra|me los compra|me ofrecen|me ofrece|me estan ofreciendo|me pagan|me paga|' +
    'me lo pagan|me los pagan|me dan|me cambian|me los cambian|me lo cambian|conviene vender|la pena vender|' +
    'vender|vendo|vendiendo|compran|sell|should i sell|selling|...THEY_BUY',
)
/** They ask what an amount comes to, and compare no price. */
export const AMOUNT_ASKED = phrases(
  'cuantos dolares|cuantos bolivares|cuantos bs|cuantos euros|how many dollars|how many bolivars|how many euros',
)
/** The verbs of an offer, and what they say with them. */
export const OFFERING = wordSet('ofrecen ofrece ofreciendo')
export const OFFERED = ['me ofrecen', 'me ofrece', 'me estan ofreciendo']

export const CHARGE = wordSet('cobrar cobra cobrame cobrale cobro cobrarle charge')

export const DIGEST = wordsFor('digest')
export const IMAGE = wordsFor('image')
export const FOLLOW_UP = wordsFor('followUp')
export const MOVED = wordsFor('moved')
export const SMALL_TALK = wordsFor('smallTalk')

/** Every word with a meaning, which is never taken for a misspelled one. */
export const KNOWN_WORDS: ReadonlySet<string> = new Set([
  ...everyWord(),
  ...[FILLERS, PRICE_WORDS, ASKING, CONVERT, CONVERT_ALONE, HISTORY, LAST, GAP, CHANGES].flatMap((words) => [
    ...words,
  ]),
  ...[ALERT, ALERT_LIST, IF, FOLLOW, QUIT_WORDS, REMOVE_ALERT, CHARGE].flatMap((words) => [...words]),
  ...[HISTORY_PHRASES, GAP_PHRASES, CHANGES_PHRASES, ALERT_PHRASES, DAILY_PHRASES, FOLLOWED_PHRASES].flatMap(
    wordsOf,
  ),
  ...[QUIT_PHRASES, UNFOLLOW_PHRASES, SETTINGS_PHRASES, HELP_PHRASES, THANKS_PHRASES, GREETINGS].flatMap(
    wordsOf,
  ),
  ...[THEY_SELL, THEY_BUY, SOLD_PHRASES, BOUGHT_PHRASES].flatMap(wordsOf),
])
