/** Names that the lists of others lack, without accents: Brazil, Portugal, Spanish America, Great Britain, India, Africa. */
export const givenNames = words(`
  abdullah abena adaeze adailton adalgisa adelaide adelino adelmo ademilson aderbal adinaldo adirson adonias agenor
  agnaldo aguinaldo agustina ahmad ailsa ailson aisha aishwarya ajay akira akosua alaide alasdair albertina alcides
  alcina aldair aldemir alderico aled alessandra alexsandro alfredina ali alzira ama amador amara amarilis amauri
  ambrosio americo amit anacleto anahi ananya anatalia andreza anelise angharad anil anisia anjali antenor aoife
  aparecido argemiro ariadne arjun arlan arlindo armelinda arnobio aroldo arun ary asha ashok asif astolfo atila
  avelino azenate azucena babatunde belmiro benvinda bernardina bilal brayan brendan bronwen callum candido carlito
  cassiano catia catriona cenira chidi chinonso chukwuemeka ciaran cilene cirilo cirlene citlali claudinei claudiomiro
  cleidson cleiton cleonilda cleverson clodoaldo clotilde colm consuelo cormac cremilda cressida cristovao dagoberto
  daiana daiane dalmo daltro darci darcy darlene declan deepak deepika deise deivid delma delson demerval denilson
  derli dieison dilermando dimas dinalva dinora dioclecio dionisio dirceu divya djair djalma dolores donizete donizeti
  doralice dorival edelson edemar ederson edgar edilberto edilene edilma edimar edinaldo edite edivaldo edivan edmar
  edmilson edna edneia ednilson efigenia elaide elaine eldo eleandro elenice elenilson eleuterio eliana elidio elieser
  eliezer elineide elio elisangela eliseu elivelton elizangela eloi elpidio eltom eluned elvis elza emanoel emeka
  emerenciana encarnacion enedina eneida enio eoin epitacio eraldo ercilia erica erivaldo erivan erivelton ernane
  ernani erondina esdras etelvina euan euclides eufrasia euripedes evaldo evanilda everaldo evilasio ewan expedito
  ezio fabricia facundo farhan fatima fergus fiadh fidelis filipe finlay firmino flaviana flordelice florencia folake
  fortunato franciane franciele francielle francineide francinete frida ganesh gedeao geiza generosa genilson
  genivaldo genoveva georgina geralcino geralda germano gervasio getulio giane gilberta gilcimar gildasio gildete
  gilmara gilvan gilvania gisele gislaine gislene gita givanildo glauce glaucio gleidson gleyce godofredo graciano
  grainne graziela guadalupe guiomar gumercindo gwyneth hamish haroldo haruto helcio helder helio heloise hercilia
  hermenegildo hildebrando hilton hiroshi horaci hosana hugolino humberto huong iain iasmin ibrahim idalina ieda
  iestyn ifeoma ildefonso ilza imran inacia inajara indira inmaculada iolanda ione iracy iranildo irany irinea irineu
  isac isaltina isidoro isla ismenia isolda itamar itzel ivan ivani ivanilda ivanildo ivanir ivete ivonete izabela
  izaias izaura jaciara jacira jandir jandira janete janio jaqueline jeane jeferson jhon jiahao joaquina joceli
  jocelia jocelino joseane josefa josemar josenildo josiel josimar josineide josivaldo josue juarez jucara jucelia
  jucelino juvenal juvenil kaique kamala karoline karthik kauane kaue kavita keiko keila keli kelly kemily kenji kevin
  khadija khalid kiran kofi kwame lachlan laerte lakshmi lauriane lautaro layla leidiane leidy leonidas lerato
  lindomar linh lorcan lucelene luciene lucineia luciomar ludmila luzinete macarena mahesh maicon mairead manoj
  marcelino marcilene marcondes margarete mariangela maricelia marileide mariluz marilza marinalva marines marinete
  marinho maristela marizete marluce marly maryana matias mauricea mayra meera mei micaela michelly minh mirelle
  moacyr mohamed mohammed morag muhammad mustafa nadeem nadia nadja nahuel nailton naira naoko naveen nazare nazareno
  neha neide neli nely neusa ngozi niamh nieves nilda nilma nilva nirmala nivaldo noelma nomsa obinna odila odilon
  olindo olumide oluwaseun omar orestes oriovaldo orla osmarina osmildo otacilio otilia padma padraig paloma pamella
  patrick paulina perpetua petronio philip philippa pilar pooja pradeep queila quelita quirino radha rahul raiane
  raissa rajesh ramesh rashid rayane regivaldo reinivaldo rejane rekha reyes rhiannon rivelino roberval robson rohan
  roisin romilson romualdo ronaldinho ronan ronildo rory rosalva rosania roseane roseli rosenilda rosiane rosicleia
  rosilda rosimar rosimere rosineide rosinha rosivaldo rubia rupert rutineia sakura salvelina samir samira samuelson
  sandeep sanjay saqib sebastiana selmo sergiane shobha shreya silmara silvaneide silverio silvestre simao sinead
  sipho sirlei sirlene sita sneha soraia soraya stephany suelen sueli sunil sunita suresh suzete suzi swati tadeu
  tadhg tainara taisa takeshi talles tamsin tariq tassia tathiane temitope tereza thabo thuy tiago uelinton uesley
  uilian uilson uma usha valdecir valdelice valdenice valderez valdinei valdirene valeska valmira valquiria vanderleia
  vandinha vanilda vanusa vera verenice vijay vikram vilmar vilson vinicio vitalina viviane waldeci waldemir waldenor
  waldirene walkiria walmir walquiria wandeir wanderleia wandersom wanderson wania weber wellen welligton weslley
  wilian wilton ximena xiuying xochitl yadira yan yasmim yesenia yetunde ygor ynara yoko yuki yurani yusuf zacarias
  zainab zeferino zenilda zilma zilmar zuleide zulema`)

export const familyNames = words(`
  abe abernathy abrantes abreu abubakar acosta adams adebayo adeyemi adorno agarwal aggarwal aguiar aguilar aguirre
  ahmed akhtar alarcon albrecht albuquerque alcantara aleixo alencar allen almeida altamirano alvarado alvarenga
  alvarez alves alvim amado amaral amorim andersen anderson andersson andrade andre anjos antunes aragao aranda
  arantes araujo arce arellano arias arnold arruda ashworth assis assumpcao assuncao athayde avalos avelar avila ayala
  aydin azeredo azevedo bacelar bailey baker ballesteros bandeira banderas banerjee barbieri barbosa barcellos
  barcelos barnes barreto barrientos barros barroso bastos batista bauer baumann beaumont becerra beck becker begum
  beltran benavides benevides benitez bennett berger bergmann bergstrom bermudez bezerra bianchi bianco bitencourt
  bittencourt blackwood blanco boateng boaventura boehm bonfim bonnet borba borges bose botelho braga brandao brandt
  braun bravo brito brooks bruno bryant bueno bui busch bustamante butler caballero cabral cabrera caceres caldas
  caldeira calderon calixto camacho camara camargo campbell campos canto cardenas cardoso carneiro carrasco carrillo
  carrington caruso carvalhal carvalho castaneda castellanos castilho castillo castro cavalcante cavalcanti celik
  cerny cerqueira cervantes cespedes chagas chatterjee chaves chavez cheng chevalier cho choi cholmondeley chopra
  chowdhury christensen clark coelho coimbra cole coleman collins colombo conte conti contreras cook cooper
  copperfield coppola cordeiro cordero cordoba cornejo coronado correa correia cortes cortez costa coutinho couto cox
  crespo cromwell cruz cuevas cunha damasceno dang dangelo dantas dasgupta davenport davis delgadillo delgado demir
  desai desantis dhillon diaz dietrich diniz dlamini dominguez dong dorneles dornelles duarte dubey dubois dupont
  durand dutra dvorak echeverria edwards elizondo ellsworth engel enriquez eriksson escamilla escobar escobedo
  espinosa espinoza esposito esquivel esteves estrada evangelista evans fabbri fagundes fairfax fajardo falcao faria
  farias featherstone feng fernandez ferrandiz ferrara ferrari ferraro ferraz ferreira ferrer ferri figueira
  figueiredo figueiro figueroa fischer fitzgerald fitzpatrick flores fogaca fonseca fontaine fontana fontes fontoura
  fournier fraga franca franco francois frank franke freire freitas friedrich frota fuchs fuentes fujita furtado
  galbraith gallardo gallego gallegos galli gallo galvao gama gamboa gao garcez garcia garrido gauthier gentile ghosh
  gill gimenez giordano girard godinez godoy goes goldsmith gomes gomez goncalves gonzalez goto goulart gouveia graf
  graham granja grasso gray greco greenwood grewal griffin gross guedes guenther guerra guerrero guimaraes guo gupta
  gusmao gustafsson gutierrez guzman haas hahn hamilton hansen hargreaves harris hartmann hashimoto hassan hathaway
  hawthorne hayashi hayes heinrich henderson henriques hernandez herrera herrmann hidalgo hill hoang hoffmann hofmann
  holanda holloway horn horvath howard huang huber hughes huntington hurtado hussein huynh ibarra ibrahim iglesias
  ikeda inoue ishikawa ivanov iyengar iyer jackson jaeger jang jardim jenkins jensen jimenez johansen johansson
  johnson jones joshi juarez jung junqueira kaiser kamau kaminski kang kapoor karlsson kato kaur kaya keller kelly
  khan khanna khumalo kim kimura kingsley klein kobayashi koch koehler koenig korhonen kovacs kowalski kraemer kraus
  krause krishnan krueger kuehn kuhn kulkarni kuznetsov lacerda lago lambert lancaster lang lange langley lara
  laranjeira larsen larsson laurent leal leao lee lefebvre lehmann leitao leite lemes lemos leon leone lessa
  lewandowski lewis liang lim lima lin lindqvist linhares lisboa livingston llamas lobato lobo lockwood lombardi
  lombardo longo lopes lopez lorenz loureiro louzada loxley lozano lucena lucero ludwig lugo luna luo luz macdonald
  macedo machado maciel mackenzie madeira madureira magalhaes maia maier makinen maldonado malhotra malik malta
  mancini manrique marchetti mariani marin marinho marini marino marques marquez martin martinelli martinez martini
  martins mascarenhas masson matias matos matsumoto mattos mayer mcallister mccarthy mcdonald mcgregor mckenzie
  mclaughlin medeiros medina medrano mehta meier meireles meirelles mejia melendez mello melo mendes mendez mendonca
  mendoza meneses menezes menon mensah mercado mercier mesquita messina meyer meza michel milani miller miranda mishra
  mitchell moeller molina montalvo montero montes montgomery montoya moore mora moraes morais morales moran moreau
  moreira morel moreno moretti morgan mori morris mortimer mota motta moura mourao moya mueller mukherjee munhoz muniz
  munoz murphy mwangi myers nagy nair najera nakamura nascimento navarrete navarro navas ndlovu negrao nelson neumann
  neves ngo nguyen nielsen nieminen nieto nilsson nkosi nobre nobrega nogueira noronha novaes novak nowak nunes nunez
  nwosu ochoa oconnor odonnell ogawa ojeda okada okafor okonkwo olivares oliveira olmos olsen olsson ordonez orellana
  orozco ortega ortiz osorio osullivan otieno otto owusu oyelaran ozturk pacheco padilha padilla paiva palacios
  palhares palma pandey papadakis papadopoulos pardo paredes parente parisi park parker parra pascual passos pastor
  patel patricio patterson paz pedersen pedrosa peixoto pelaez pemberton pena penha peralta perea pereira perez perry
  persson pestana peters peterson petrov pfeiffer pham phan phillips pillai pimenta pimentel pineda pinheiro pinho
  pinto pires pizarro plaza pohl polanco ponce pontes popov portillo porto powell prado prates prescott prieto
  prochazka proenca quadros queiros queiroz quintana quintanilha quintela quintero quiroga quispe qureshi radcliffe
  rahman ramalho ramanathan ramirez ramos ramsey rangel rao rasmussen rebelo reboucas reddy reed rego reis renteria
  resende reyes rezende ribeiro ricci richardson richter rinaldi rincon rios rivas rivera rizzo roberts robin robinson
  robledo robles rocha rodrigues rodriguez rogers rojas roldan roman romano romero rosales rosario ross rossi roth
  rousseau roux rubio ruiz russo rutherford saavedra sabino saboia saenz sahin salas salazar salcedo sales salgado
  salinas salles salvador sampaio sanchez sanders sandhu sandoval santamaria santana santiago santoro santos saraiva
  sardinha sasaki sato sauer schaefer schmid schmidt schmitt schneider scholz schreiber schroeder schubert schulte
  schulz schulze schumacher schuster schwarz scott seabra segovia segura seidel seixas sengupta sepulveda serna serra
  serrano shah sharma shimizu shukla siddiqui sidorov sierra silva silveira silvestre simmons simoes simon sinclair
  singh siqueira smirnov smith soares sobral sodre sokolov solano soler solis somerville sommer sorensen soria soriano
  sosa soto sousa souza stanhope stein stewart suarez subramanian sullivan sun sutherland suzuki svensson svoboda
  szabo szymanski takahashi tanaka tang tapia tavares taveira taylor teixeira teles telles tellez tenorio thackeray
  thomas thompson thornton thorsgaard tiwari toledo toro torre torres toth tran trejo trindade trivedi trujillo turner
  uchoa underwood urbina uribe urrutia valadares valdes valdez valdivia vale valencia valente valentini valenzuela
  valle vallejo valverde vanderbilt varela varga vargas vasconcelos vasques vasquez vaz vazquez vega veiga velasco
  velasquez velez velloso veloso venkataraman vera vergara verma viana vianna vicente vidal vieira vilanova vilela
  villa villalba villalobos villanueva villarreal villegas villela virtanen vitale vivas vogel vogt voigt volkov vu
  wagner wainwright wakefield walker wallace walter wang wanjiru ward washington watanabe watson weber weiss werner
  wetherby whitaker whitlock whittaker williams wilson winchester winkler winslow winter winterbourne wisniewski
  wojcik wolf wolff wood woods wordsworth wright xavier xiao xie xu yadav yamada yamaguchi yamamoto yanez yilmaz yoon
  yoshida zambrano zamora zanetti zapata zapatero zarate zavala zhang zhao zheng zhou zhu ziegler zielinski zimmermann
  zuniga`)

function words(list: string): string[] {
  return list.trim().split(/\s+/)
}
