/**
 * What is written like the name of a person. A name alone proves little: it counts beside something that makes it a
 * person's, such as a greeting, a label, a number of that person or a given name that is common.
 */

const word = "(?:\\p{Lu}\\p{L}{0,2}\\.|\\p{Lu}[\\p{L}'’-]{0,30})"
const particle = '(?:(?:d[aeo]s?|del?|della|di|la|las|los|van|von|der|den|bin|al|e|y)[ \\t]){0,2}'

/** Two to seven words that begin with a capital letter, with the small words between them. */
export const nameForm = `${word}(?:[ \\t]${particle}${word}){1,6}`

const whole = new RegExp(`^${nameForm}$`, 'u')

/** Whether a value is a person's name by itself: written like one, with a given name that is common, or three words or more. */
export function isPersonName(value: string): boolean {
  const name = value.replaceAll('+', ' ').trim()
  return name.length < 80 && whole.test(name) && !isTechnical(name) && beginsWithGivenName(name)
}

/** Whether a name begins with one of the given names that are common. */
export function beginsWithGivenName(name: string): boolean {
  const first = plain(/^[\p{L}'’]+/u.exec(name)?.[0] ?? '')
  return givenNames.has(first)
}

/** Whether words with capital letters are those of products, errors and organisations, or of a program: `SSLHandshake`. */
export function isTechnical(name: string): boolean {
  return /\p{Lu}{2}\p{Ll}/u.test(name) || name.split(/[\s.'’-]+/).some((one) => notOfPeople.has(plain(one)))
}

/** Whether a word, without accents and capital letters, is one of the given names that are common. */
export function isGivenName(word: string): boolean {
  return givenNames.has(word)
}

/** A text with the towns, products and companies in it that are called like people blotted out, each as long as it was. */
export function withoutNamesakes(text: string): string {
  return text.replace(calledLikePeople, (name) => '#'.repeat(name.length))
}

/** Towns and products that are called like people. */
const calledLikePeople =
  /(?<![\p{L}\d])(?:Jo[ãa]o (?:Pessoa|Monlevade|C[âa]mara)|Bento Gon[çc]alves|Carlos Barbosa|Rosa dos Ventos|Aparecida de Goi[âa]nia|Duque de Caxias|Vit[óo]ria da Conquista|Lauro de Freitas|Te[óo]filo Otoni|Juiz de Fora|Feira de Santana|Conselheiro Lafaiete|Coronel Fabriciano|Santana do Livramento|Caxias do Sul|J[úu]lio de Castilhos|Augusto Pestana|Pedro (?:Leopoldo|II|Juan Caballero)|Sim[õo]es Filho|Francisco (?:Morato|Beltr[ãa]o|Sá)|Marechal C[âa]ndido Rondon|Corn[ée]lio Proc[óo]pio|Assis Chateaubriand|Wenceslau Braz|Ant[ôo]nio (?:Prado|Carlos)|Flores da Cunha|Jos[ée] (?:Bonif[áa]cio|de Freitas|dos Campos|do Rio Preto)|Andr[ée] (?:da Rocha)|Get[úu]lio Vargas|Afonso Cl[áa]udio|Domingos Martins|Anita Garibaldi|Presidente \p{L}+|Governador \p{L}+|Lu[íi]s Eduardo Magalh[ãa]es|Barra do \p{L}+|Rosario do Sul|Magazine Luiza|Travis CI|John Deere|Charles (?:Proxy|Schwab)|Wells Fargo|Johnson Controls|Morgan Stanley|Martin Fowler|Santos Dumont|Casas Bahia|Dona Benta|Leroy Merlin|Ruby on Rails|Let['’]s Encrypt)(?!\p{L})/gu

/** A word without accents and capital letters. */
export function plain(name: string): string {
  const small = name.toLowerCase()
  if (/^[a-z\d]*$/.test(small)) return small
  return small
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[ßæœøłđðþı]/g, (letter) => folded[letter] ?? letter)
}

/** Letters that are no letter with an accent. */
const folded: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/))
}

/** Given names that are most frequent in Portuguese, Spanish and English, without accents. */
const givenNames = words(`
  barnaby rosalind harriet clive prudence quentin deirdre malcolm agnes beatrix cedric daphne edmund felicity geoffrey gareth
  gwen hazel hugh imogen ingrid iris ivan jasper kirsty leonie lionel maeve mabel mervyn nigel nora oswald percival phoebe
  rupert rowan saoirse sinead siobhan thaddeus winifred iker leire ainhoa amaia asier begona borja candela covadonga
  fermin gorka inaki itziar jimena jacinto maialen nerea olalla onofre rocio remedios unai xabier yolanda eliseu jurandir
  janaina taina tainara livia rosangela sergio thais valdirene wesley yasmin
  abel abigail abner adalberto adam adao adelaide adelia ademar ademir adilson adolfo adrian adriana adriano afonso agata
  agatha agnes agostinho aida ailton aisha alan alana alba albert alberto alceu aldo alejandra alejandro alessandra
  alessandro alex alexander alexandra alexandre alfredo alice alicia aline alison alvaro amalia amanda amaro amaury amelia
  ambrosina amy ana anabela anastasia anderson andre andrea andreia andres andressa andrew andy angel angela angelica
  angelina angelo anita ann anna anne anselmo anthony antonia antonio aparecida araci aracy ariana ariel aristides arlete
  arlindo armando arnaldo arthur artur arturo ashley augusto aurea aurelio aurora ayla ayrton barbara barry beatrice beatriz
  belinda benedita benedito benicio benjamin bento berenice bernadete bernard bernardo beth bianca bob boris brad brandon
  braulio brenda breno brian brigida bruna bruno bryan byron caetano caio calvin camila camilo candida carina carl carla
  carlos carmem carmen carol carolina caroline carolyn cassia cassio catalina catarina catherine cauan caua cecilia celeste
  celia celina celio celso cesar charles charlotte chico chloe chris christian christina christine christopher cibele cicera
  cicero cinthia cintia clara clarice clarissa claude claudete claudia claudio clayton cleber cleide clelia clemente cleonice
  cleusa cloe clovis conceicao connor constanca cora cristian cristiana cristiane cristiano cristina cynthia dagmar daisy
  dalila dalva damiao daniel daniela daniele danielle danilo dara dario davi david dayane debora deborah deise delfina
  demetrio denis denise dennis deolinda derek diana diane diego dilma dina dinah diogo dirce djalma domingos dominic donald
  donna dora doris dorothy douglas dulce duncan durval eddie edgar edgard edileusa edilson edina edith edmundo edna edson
  eduarda eduardo edward edwin efrain eileen elaine elba eleanor elena eliana eliane elias eliete elisa elisabete elisangela
  elise elizabeth ella ellen elmer eloa eloisa elsa elton elvira elza emanuel emanuela emerson emilia emiliano emilio emily
  emma enrique enzo eric erica erick erika ernesto esmeralda esperanca estela ester esteban esther eugenia eugenio eunice
  eva evandro evelin evelyn everton ezequiel fabiana fabiano fabio fabiola fabricio fatima faustino felicia felipe felix
  fernanda fernando fidel filipa filipe filomena fiona flavia flavio flora florencia frances francesca francisca francisco
  frank franklin fred frederico gabriel gabriela gabriele gabrielle gael gary gaspar genesio genival george georgia geovana
  geraldo gerard gerson gertrudes gilberto gilda gilmar gilson gina giovana giovanna giovanni gisela gisele giselle glauber
  glaucia gleice gloria gonzalo grace graca graciela gregorio gregory guilherme guillermo gustavo hannah harold harry heather
  hector heitor helen helena helenice helio heloisa henri henrique henry herbert herculano hermes herminia hilda hilario
  horacio hortencia howard hugo iago ian iara icaro ignacio igor ilda ilma inacio ines ingrid iolanda iracema irene iris isaac
  isabel isabela isabella isabelle isadora isaias isaura isis ismael israel italo ivan ivana ivete ivo ivone izabel jaci
  jacinta jacinto jack jackson jacob jacqueline jader jaime jair jairo james jamie jana janaina jane janete janet janice
  jaqueline jason javier jean jefferson jeffrey jenifer jennifer jeremias jeremy jeronimo jessica jesus jill jim jimena jo
  joan joana joanna joao joaquim joaquin joe joel joelma john johnny jon jonas jonathan jordana jorge jose josefa josefina
  joseph joshua josiane josue joyce juan juana juarez judith julia julian juliana juliane juliano julie juliet julieta julio
  juraci juscelino jussara justin karen karina karine karla kate katherine kathleen katia kauan kayla keila keith kelly kelvin
  kenneth kevin kimberly kleber laercio laila lais lara larissa laura lauren laurence lauro lavinia lawrence lazaro lea leandra
  leandro leda leia leila lena leo leonardo leonor leopoldo leticia levi lidia ligia lilian liliana lina linda lindalva lineu
  lisa livia lorena lorenzo louis louise lourdes lourenco lourival luan luana luca lucas lucelia lucia luciana luciano lucila
  lucimar lucio lucy luigi luis luisa luiz luiza luke luna luzia lydia madalena magali magda magdalena maggie maicon maira
  maite manoel manoela manuel manuela mara marc marcela marcelo marcia marcio marco marcos marcus margaret margarida margarita
  margot maria mariana mariane mariano marie mariel marilena marilene marilia marilyn marina mario marisa marisol maristela
  mariza marjorie mark marlene marli marlon marta martha martim martin martina mary matheus mateo mateus matilde matthew
  maura mauricio mauro max maximiliano maxwell maya mayara megan melania melanie melissa mercedes mia michael michel michele
  michelle miguel mike mila milena milton mirela miriam mirian moacir moises molly monica montserrat morgana muriel murilo
  myriam nadia nadir naiara nair nancy naomi natalia natalie natasha nathalia nathan neide neil neiva nelson nestor neusa
  neuza newton nicholas nicola nicolas nicole nilce nilo nilson nilton nilza nina noa noah noberto noel noelia noemi noemia
  nora norberto norma norman octavia octavio odair odete ofelia olavo olga oliver olivia olivio ondina orlando oscar osmar
  osvaldo oswaldo otavia otavio otto pablo paloma pamela paola patrick patricia paul paula paulina paulo pedro penelope peter
  petra philip pietra pietro pilar poliana priscila quiteria rachel rafael rafaela raimunda raimundo ralph ramiro ramon
  ramona randall raphael raquel raul raymond rebeca rebecca regiane regina reginaldo reinaldo renan renata renato rene ricardo
  richard rita rivaldo robert roberta roberto robin robson rocio rodolfo rodrigo roger rogeria rogerio romario romeu romilda
  romulo ronald ronaldo roque rosa rosalia rosalina rosana rosane rosangela rosaria rosario rose roseli rosemary rosilene
  rosimeire roxana roy ruben rubens rufino russell ruth ryan sabina sabrina salete salma salome salomao salvador samanta
  samantha samara samuel sandra sandro santiago santino sara sarah sasha scott sean sebastian sebastiana sebastiao selena selma
  serena sergio severina severino shane shannon sharon sheila shirley sidnei sidney silas silvana silvano silvia silvio simao
  simon simona simone socorro sofia solange sonia sophia sophie stefan stefany stella stellan stephanie stephen steve steven
  sueli suelen susan susana suzana suzanne sylvia tabata taina tais talita tamara tamires tania tarcisio tarsila tatiana tatiane
  telma tereza teresa teresinha terezinha thais thales thalita theo theodore theresa thereza thiago thomas tiago tiffany tim
  timothy tina tobias tobiah tom tomas tomasa tony tracy travis tulio ubaldo ubirajara ulisses ulysses ursula valdeci valdecir
  valdemar valdir valdirene valentim valentin valentina valeria valerie valmir valter vanda vanderlei vanessa vania vera veronica
  vicente victor victoria vilma vincent vinicius violeta virgilio virginia vitor vitoria vivian viviana viviane wagner walace
  waldemar waldir wallace walter wanda wanderley washington wellington wendel wendy wesley wilhelmina william willian wilma
  wilson xavier ximena yago yara yasmim yasmin yolanda yuri yvonne zelia zenaide zilda zoe zoraide zuleica zulmira`)

/** Words with capital letters that are in errors, products, titles and organisations. */
const notOfPeople = words(`
  access account accounts acesso administrator age clients federation limit alert all amazon android angular apache api apis app apple application
  aplicacao arquivo aviso authentication authorization azure bad banco bank bearer basic boleto boletos brasil browser
  build bug cache central chave chrome client cliente clientes cloud cnpj cobranca code codigo company conciliacao
  conflict connection conta contas content cookie cpf credencial credenciais customer customers dados data database date
  debug delete departamento dept desk developer docker documento edge empresa engineering environment equipe erro error
  event exception extrato failed failure falha fatal file fila fintech firefox forbidden found gateway get gmbh google grant
  group grupo header headers help host hour http https id identity inc info input internal internet invalid invalido invoice
  ios java javascript json jwt key kubernetes linux list login logout ltd ltda mac manager mensagem message method microsoft
  mozilla node not note null oauth object openid operator oracle order pagamento pagamentos painel parser pay payment
  payments pedido pix platform policy portal post postgres processamento produto producao product production profile
  projeto protocol provider put python queue read rede redis referencia request response resposta response results return
  safari sandbox saml schema scope sdk secret secure security segue senha senhor senhora senhores server service services
  servico sistema session settings signature sir slip software sql ssl staff staging status store sucesso support suporte
  system team tecnologia tecnico tecnica test teste thread ticket time timeout tls token tokens type unauthorized unix
  unknown update url user users usuario usuarios utc valor value version versao warning web webhook windows xml yaml madam
  monday tuesday wednesday thursday friday saturday sunday january february march april june july august september october
  november december janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro segunda terca
  quarta quinta sexta sabado domingo rua avenida street avenue road lane nacional federal caixa santander bradesco itau`)
