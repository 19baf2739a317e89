import { plain } from './person-names.ts'

/**
 * Whether a word only joins others or says how something is, in English, Portuguese, Spanish, German, French, Italian
 * or Dutch: behind “the password is” it begins an explanation, and no password.
 */
export function isFunctionWord(word: string): boolean {
  return functionWords.has(plain(word))
}

const functionWords: ReadonlySet<string> = new Set(
  `a an the this that these those there here it its is are was were be been being am do does did done has have had having
   will would shall should can could may might must not no nor never none neither either or and but so if then else than
   because since until unless when where while who whom whose which what why how as at by for from in into of off on onto
   out over per to up upon via with within without about above after again against all also already always any another
   anything before behind below between both case correct different during each empty enough every exactly expired false
   fine first following free full given good having high however in-use incorrect instead invalid just last least less like
   long longer made maybe missing more most much my mine your yours our ours his her hers their theirs me us them him new
   next null now off often ok okay old once one only open other otherwise own part please possibly present private public
   quite rather ready real right safe same secure see set short shown simply some something still strong such sure taken
   temporary text too true two three under undefined unique unknown used using valid very weak well wrong yes yet you we they
   he she i'm it's don't doesn't didn't isn't aren't wasn't can't cannot won't couldn't shouldn't hasn't haven't required
   built gone done made kept held sent lost known shown written chosen found given left read cut split bound sorted stored
   click enter type check try contact choose select press open go visit ask copy paste restart provide keep remember reset
   clique informe digite acesse entre verifique tente escolha selecione aperte abra peca copie cole reinicie forneca aguarde
   confira utilize haga ingrese escriba pulse revise intente
   agora hoje ontem amanha later today
   o os as um uma uns umas ao aos da das do dos de na nas no nos em por pelo pela pelos pelas para pra com sem sob sobre ate
   apos antes depois desde entre contra que quem qual quais quando onde como porque porquê pois se mas nem ou e tambem ja
   ainda sempre nunca so somente apenas mais menos muito muita muitos muitas pouco tudo todo toda todos todas cada outro
   outra outros outras mesmo mesma mesmos meu minha meus minhas teu tua seu sua seus suas nosso nossa nossos nossas dele
   dela deles delas este esta estes estas esse essa esses essas isto isso aquele aquela aquilo aqui ali la eu tu ele ela nos
   voces voce eles elas me te lhe nao sim sao foi era eram ser sera seria estar estao estava tem tinha ter ha houve vai vao
   vem deve devem pode podem precisa precisam fica ficou continua parece permanece errada errado correta correto nova novo
   velha velho igual diferente obrigatoria obrigatorio invalida invalido vazia vazio antiga antigo certa certo curta fraca
   forte segura seguro unica unico publica privada
   el los las una unos unas al del en con sin y u pero si ni tambien ya siempre solo mas menos mucho todo este esta esto ese
   esa eso aquel su sus mi mis tu tus nuestro nuestra es son fue era ser esta estan hay tiene debe puede no nueva nuevo
   misma mismo correcta incorrecta valida
   der die das den dem des ein eine einen einem einer eines kein keine nicht und oder aber wenn weil dass ist sind war wird
   werden wurde hat haben muss soll kann darf mit von vom zu zum zur auf aus bei nach fur uber unter im am an als auch noch
   nur schon sehr hier dort mein meine dein deine sein seine ihr ihre unser unsere falsch richtig ungultig gultig abgelaufen
   le les un une des du de la et ou mais si est sont etait sera ne pas plus tres avec sans pour par sur sous dans chez mon ma
   mes ton ta tes son sa ses notre votre leur ce cet cette ces toujours aussi encore trop incorrect invalide expire oublie
   il lo gli i uno dei delle degli della dello nel nella e o ma non piu con senza per tra fra che chi come quando sono sei
   era stato stata suo sua loro questo questa sempre ancora anche gia troppo errata scaduta corretta corretto valida inserita sbagliata
   wygaslo wygasa bledne niepoprawne nieprawidlowe zostalo zostanie
   het een en of maar niet met zonder voor van op in bij naar is zijn was wordt onjuist ongeldig verlopen`
    .split(/\s+/)
    .map(plain),
)
