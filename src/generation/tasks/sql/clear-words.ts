/** Words of up to five letters that names of columns are made of. Longer ones are rarely short for another. */
const SHORT = new Set(
  `a above acres act added adult after age aged agent air alive all alone also among and angle any apple april area areas army art asset
  at audio award away axis baby back badge bag ball band bank bar base basic basis bath baths bay beach bear beat bed beds beer began
  begin below bench best bike bill bills bird birds birth bit bite black block blood blue board boat body bond bonus book books born
  both box boxes boy boys brand bread break brick brief build built bus buyer by call calls camp can car card cards care cars case cases
  cash cat cause cell cents chain chair cheap check chest chief child city civil claim clap class clay clean clear clerk click
  climb clock close cloud club coach coal coast coat code coin cold color cost costs count court cover crew crime crop cross crowd
  crude cup curve cut cycle daily dairy data date dates day days dead deal death debt deck decor deep delay depth desk diet dirt disk
  dog dogs donor door doors dose down draft draw dress drink drive drop drug dry due earth east edge egg eggs eight email empty end
  ended enemy engine entry equal era error event exact exam exit extra eye eyes face fact fail fall false fame farm farms fast fat
  fats fault fee feet fever few fiber field fifth fight file files fill film films final fine fire first fish five fixed flag flash flat
  flood floor flow fly foot force form four frame free fresh from front fruit fuel full fund funds gain gains game games gas gate
  gear genre gift gifts girl girls given glass goal goals gold golf good goods grade grain grant grass great green gross group grow
  guard guest guide gun guns habit hair half hall hand happy hard harm has head heads heart heat heavy help high hills hire
  hired hit hits hold home homes honor horse hotel hour hours house how human hurt ice idea image in inch index inner input iron is
  issue item items job jobs joint judge juice july june jump jury just key keys kids kill kills kind king kit know label labor lake
  land lane large last late law layer lead leaf league left leg legal legs lemon level life lift light like limit line lines link links
  lion list live lives load loan local lock log long loss lost lot love low lower lunch made mail main major make male man map march
  mark marks mass match meal meals mean means meat media men menu metal meter metro mid miles milk mill mind mine miner minor
  mode model money month moon most motor mouse mouth move movie much music must name named names near neck need nest net never new
  news next night nine node noise none noon norm north nose not note notes novel nurse ocean of off offer office oil old on one only
  onset open opens or order other out outer over own owner pace pack page pages paid pain paint pair panel pants paper park part parts
  party pass past path pay peak peer pen per phase phone photo piece pilot pitch place plan plane plans plant plate play plays plot
  plus point pool poor pop port post posts pound power press price prior prize proof pulse pump pupil queen query quick quiet
  quota race races radio rail rain ran range rank rapid rate rated rates ratio raw reach read ready real rear red reply rest
  rice rich ride rides right ring rise risk river road role roll roof room rooms root rough round route row rows rule rules run runs
  rural safe salad salt same score sea seat seats seed self sell semi sent set sets seven shape share sheep shelf shell shift ship shirt
  shoe shop shops short shot shots show shown shows side sight sign six size skill skin sleep slope slow small smart smoke
  snow sock soda sofa soil solar sold solid son song songs sort sound south space speed spend split spoon sport staff stage stake
  stand star stars start state stay steel stem step steps stock stone stop store storm story style sugar suit sum sun super sweet swim
  table tag tail take tall tank tape task tasks tax taxes tea team teams teeth ten term terms test tests text theme third three ticks tide
  tier time timer times tip tips title to toll tolls tone tons top total touch tour tower town toxic track trade train trait treat tree
  trees trend trial trip trips truck true trust truth tube turn twice twins two type types under union unit units until up upper
  urban usage use used user users valid value van vehicle video view views visit vital voice vote voted votes wage wages waist
  wait walk wall want war warm was waste watch water wave way weak wear web week weeks well went west wet wheel when white
  whole why wide width wife win wind wine wing wins with won wood word words work world worth wrist write wrong year years yes
  yield young youth zone
  id ids url gdp gnp mpg bmi isbn sku vat iso ip iq gpa zip sat ph tv usa usd eur gbp dna km kg cm mm ml mg lb lbs ft kb mb gb
  rpm st nd rd th died held sent seen done kept met led ended bytes fare fares score scores stat stats debut album actor ad ads chart cargo crash visa wagon pet pets cow cows pig pigs oak pine rose gene virus acid ash ion isle cape delta mount hill goal assist corn wheat beef pork oats hay wool egg fish ham tea corn cent dollar euro gram ounce ton yard acre inch inches pint liter litre volt watt knot mile hertz tempo pitch meter beat key mode loud liked likes hate crime theft fraud arson rape drugs jail bail judge jury trial law laws vote poll polls party tie ties loss draws ages teen teens adult elder widow born dead alive sick ill flu hiv aids tumor ulcer liver lungs lung bone blood heart brain hip neck knee torso thigh ankle bicep forearm chest wrist pedal brake tire tires wheel axle crew pilot cabin fleet depot quay dock port ferry tram metro bus buses train bikes docks`.split(
    /\s+/,
  ),
);

/** Words of five letters and more that are no English words, but what names of columns call things by. */
const CODED =
  /^(?:abbrev|pclass|sibsp|parch|expend|unemp|hhinc|weekwk|nbhd|covar\w*|treatn?|idx\w*|coef\w*|resid\w*|pctl?\w*|pred\w{0,2}|stdev|xaxis|yaxis|xmin|xmax|ymin|ymax)$/;

/** Letters that no English word begins with, or has side by side. */
const UNSPOKEN =
  /^(?!(?:s(?:ch|cr|hr|pl|pr|ph|qu|tr)|chr|phr|thr|chl))[bcdfghjklmnpqrstvwxz]{3}|[bcdfghjklmnpqrstvwxz]{5}/;

/** Whether a word is one that a person would say: no code, and no word cut short. */
function isClearWord(word: string): boolean {
  if (SHORT.has(word) || /^(?:1[89]|20)\d\d$/.test(word)) return true;
  if (word.length > 3 && SHORT.has(word.replace(/s$/, ''))) return true;
  return /^\p{L}{6,}$/u.test(word) && !UNSPOKEN.test(word) && /[aeiouy]/.test(word) && !CODED.test(word);
}

/**
 * Whether a name is made of words that a person would say: `unit price` and not `qsec`, `x2` or `q12 b`. Letters of other
 * scripts than Latin are taken for words.
 */
export function isClear(words: string): boolean {
  const parts = words
    .toLowerCase()
    .replace(/\([\d–]+\)$/, '')
    .split(/[ /,()-]+/)
    .filter((part) => part !== '');
  return parts.length > 0 && parts.every((part) => !/^[a-z0-9.]+$/.test(part) || isClearWord(part));
}
