import { Html } from './html.js';

const LIGHT =
  '--paper:#faf8f3;--card:#fff;--ink:#221e19;--soft:#645c51;--line:#e6dfd3;--before:#a2541f;--after:#0d6b60;--after-soft:#dcf0ec;--control:#6c6a86;--good:#14653a;--good-soft:#e2f2e7;--bad:#a0271d;--bad-soft:#fae5e2;--code:#f5f1e9;--shadow:0 1px 2px rgb(60 45 20/.06),0 8px 24px rgb(60 45 20/.05)';
const DARK =
  '--paper:#14161a;--card:#1b1e23;--ink:#ece7de;--soft:#a9a296;--line:#2f343b;--before:#e69a62;--after:#52c7b5;--after-soft:#17352f;--control:#9d9bc4;--good:#63cd92;--good-soft:#183326;--bad:#f5958b;--bad-soft:#3d2220;--code:#14171b;--shadow:none';
const SERIF = '"Iowan Old Style","Palatino Linotype",Palatino,"Book Antiqua",Georgia,serif';
const MONO = 'ui-monospace,"SF Mono",Menlo,Consolas,"Liberation Mono",monospace';

/** The style sheet of the report: light, dark and print, from a phone to a desktop, no font or picture from elsewhere. */
export const reportStyle: Html = new Html(`<style>
:root{color-scheme:light dark;${LIGHT}}
@media (prefers-color-scheme:dark){:root{${DARK}}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.6 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
main,header,footer{max-width:1040px;margin:0 auto;padding:0 24px}
header{padding-top:64px;padding-bottom:8px}
h1,h2,h3{font-family:${SERIF};font-weight:600;line-height:1.18;text-wrap:balance}
h1{font-size:clamp(28px,4.6vw,46px);letter-spacing:-.015em;margin:.25em 0 .35em}
h2{font-size:clamp(23px,3vw,31px);margin:0 0 .5em}
h3{font-size:18px;margin:28px 0 8px}
.card>h3:first-child{margin-top:0}
p{margin:0 0 1em;max-width:72ch}
.lead{font-size:18px;color:var(--soft)}
.eyebrow{font-size:12.5px;letter-spacing:.09em;text-transform:uppercase;color:var(--soft);margin:0}
section{padding:44px 0 8px}
section>.eyebrow{color:var(--after);margin-bottom:6px}
a{color:var(--after)}
a:focus-visible,summary:focus-visible{outline:3px solid var(--after);outline-offset:2px;border-radius:4px}
.card{background:var(--card);border:1px solid var(--line);border-radius:14px;padding:22px;box-shadow:var(--shadow);min-width:0}
.card>:last-child{margin-bottom:0}
.before{color:var(--before)}.after{color:var(--after)}.good{color:var(--good)}.bad{color:var(--bad)}.soft{color:var(--soft)}
.stats{display:grid;grid-template-columns:repeat(auto-fit,minmax(210px,1fr));gap:14px;margin:28px 0 0}
.stat{container-type:inline-size}
.stat b{display:block;font:600 26px/1.15 ${SERIF};font-size:clamp(22px,14.5cqi,36px);letter-spacing:-.01em}
.stat b small{font-size:.6em;font-weight:400;color:var(--soft)}
.stat b i{font-style:normal;white-space:nowrap}
.stat span{display:block;font-size:14px;line-height:1.45;color:var(--soft);margin-top:6px}
code,pre{font-family:${MONO};font-size:13.5px}
:not(pre)>code{background:var(--code);border:1px solid var(--line);border-radius:5px;padding:.05em .35em}
pre{margin:0;background:var(--code);border:1px solid var(--line);border-radius:9px;padding:12px 14px;line-height:1.5;white-space:pre-wrap;overflow-wrap:anywhere}
svg{display:block;width:100%;height:auto}
svg text{fill:var(--ink);font-family:inherit}
.loop-narrow{display:none}
.node{fill:var(--card);stroke:var(--line);stroke-width:1.25}
.node-strong{fill:var(--after-soft);stroke:var(--after)}
.arrow{fill:none;stroke:var(--soft);stroke-width:1.6}
.arrow-back{stroke:var(--after);stroke-width:2;stroke-dasharray:5 5}
.tip{fill:var(--soft)}.tip-back{fill:var(--after)}
svg .n-step{font-size:11.5px;letter-spacing:.08em;fill:var(--soft)}
svg .n-title{font-size:17px;font-weight:600;font-family:${SERIF}}
svg .n-text{font-size:13px;fill:var(--soft)}
.legend{display:flex;flex-wrap:wrap;gap:6px 20px;font-size:13.5px;color:var(--soft);margin:0 0 12px;padding:0;list-style:none}
.legend i{display:inline-block;width:11px;height:11px;border-radius:3px;margin-right:7px;vertical-align:-1px}
.legend .before i{background:var(--before)}.legend .after i{background:var(--after)}
.rate{display:grid;grid-template-columns:minmax(150px,200px) 1fr 150px;gap:16px;align-items:center;padding:11px 0;border-top:1px solid var(--line)}
.rate:first-child{border-top:0}
.rate-label{font-size:14.5px;line-height:1.35}
.rate-track{display:grid;gap:3px;padding:2px 0;border-left:1px solid var(--line);background:repeating-linear-gradient(90deg,transparent 0 calc(25% - 1px),var(--line) calc(25% - 1px) 25%)}
.rate-track i{display:block;height:10px;min-width:2px;border-radius:0 3px 3px 0}
.rate-track .before,.bar.before i,.legend .before i{background:var(--before)}
.rate-track .after,.bar.after i,.legend .after i{background:var(--after)}
.bar.control i{background:var(--control)}
.rate-values{font-size:14.5px;text-align:right;white-space:nowrap}.rate-values b{font-weight:650}
.rate-values small{display:block;font-size:12.5px;color:var(--soft)}
.bars{display:grid;gap:10px;margin:4px 0 8px}
.bar-row{display:grid;grid-template-columns:minmax(150px,250px) 1fr;gap:16px;align-items:center;font-size:14.5px;line-height:1.35}
.bar-row small{display:block;color:var(--soft);font-size:12.5px}
.bar{display:flex;align-items:center;gap:8px;font-size:13.5px;color:var(--ink);line-height:1.3}
.bar{white-space:nowrap}
.bar i{display:block;width:calc((100% - 54px)*var(--share));height:11px;border-radius:3px;min-width:2px;flex-shrink:0}
.two{display:grid;grid-template-columns:1fr 1fr;gap:18px;align-items:start}
.skill{margin-bottom:18px}.skill>h3{font-size:20px;margin-bottom:12px}.skill .two{margin-bottom:8px;gap:28px}.skill .two p:last-child{margin-bottom:0}.skill .bar-row{grid-template-columns:minmax(120px,180px) 1fr}.skill .bars{margin-bottom:18px}.skill .digest{margin:0 0 6px}.skill details{border-top:1px solid var(--line);padding-top:8px}
.diff{padding:10px 0}
.diff span{display:block;padding:1px 14px}
.diff .plus{background:var(--good-soft);color:var(--good)}.diff .minus{background:var(--bad-soft);color:var(--bad)}
table{border-collapse:collapse;width:100%;font-size:14px}
th{font-weight:600;text-align:left;color:var(--soft);font-size:12.5px;border-bottom:1px solid var(--line);padding:6px 14px 6px 0;vertical-align:bottom}
td{border-bottom:1px solid var(--line);padding:8px 14px 8px 0;vertical-align:top;overflow-wrap:anywhere}
tbody tr:last-child td{border-bottom:0}
td.number,th.number{text-align:right;padding-right:0;white-space:nowrap}
.steps{list-style:none;margin:0 0 4px;padding:0}
.steps>li{position:relative;padding:0 0 18px 30px}
.steps>li::before{content:"";position:absolute;left:7px;top:22px;bottom:-4px;width:2px;background:var(--line)}
.steps>li:last-child::before{display:none}
.steps>li::after{content:"";position:absolute;left:1px;top:5px;width:10px;height:10px;border-radius:50%;background:var(--card);border:2px solid var(--soft)}
.steps>li.acts::after{background:var(--after);border-color:var(--after)}
.steps>li.answers::after{background:var(--ink);border-color:var(--ink)}
.steps p{margin:0}
.steps .step{margin:0 0 6px;font-size:13px;font-weight:600;color:var(--soft)}
.change{border:1px solid var(--line);border-radius:9px;overflow:hidden;margin-top:10px;font-size:13.5px}
.change div{padding:7px 13px;overflow-wrap:anywhere}
.change .name{background:var(--code);border-bottom:1px solid var(--line);font-weight:600}
.change .minus{background:var(--bad-soft);color:var(--bad)}.change .plus{background:var(--good-soft);color:var(--good)}
.digest{font-size:12.5px;color:var(--soft);margin-top:8px}
.task{border-left:3px solid var(--after);padding:2px 0 2px 16px;margin:0 0 16px;font-size:17px}
.stages .wide{width:50%}.stages i{display:block;height:11px;margin-top:6px;border-radius:3px;min-width:2px;background:var(--after)}
.pill{display:inline-block;font:600 12.5px/1.6 system-ui,sans-serif;border-radius:99px;padding:1px 10px;background:var(--good-soft);color:var(--good);vertical-align:2px}
.pill.mute{background:var(--code);color:var(--soft);box-shadow:inset 0 0 0 1px var(--line)}
.pill.no{background:var(--bad-soft);color:var(--bad)}
details{margin-top:10px}
summary{cursor:pointer;color:var(--soft);font-size:14.5px;padding:3px 0}
summary:hover{color:var(--ink)}
details[open]>summary{color:var(--ink);margin-bottom:8px}
details.run{border:1px solid var(--line);border-radius:9px;padding:8px 14px;background:var(--card)}
.failure{padding:12px 0;border-top:1px solid var(--line)}.failure:first-of-type{border-top:0}
.failure details{margin-top:6px}.failure details.run{margin:8px 0 8px 16px}
.files{list-style:none;padding:0;margin:0 0 1.2em;display:grid;gap:6px}
.files a{font-family:${MONO};font-size:14px}.files span{color:var(--soft);font-size:14.5px;margin-left:8px}
footer{padding-top:36px;padding-bottom:64px;color:var(--soft);font-size:14px}
ul.plain{padding-left:1.1em;margin:0}ul.plain li{max-width:72ch;margin-bottom:.4em}
@media (max-width:760px){main,header,footer{padding-left:16px;padding-right:16px}header{padding-top:36px}.stats{grid-template-columns:1fr 1fr;gap:10px}.card{padding:16px}.stats .card{padding:14px}.two{grid-template-columns:1fr}.loop-wide{display:none}.loop-narrow{display:block;max-width:420px;margin:0 auto}.rate{grid-template-columns:1fr auto;gap:4px 12px}.rate-track{grid-column:1/-1;grid-row:2}.bar-row,.skill .bar-row{grid-template-columns:1fr;gap:4px}section{padding-top:34px}.failure details.run{margin-left:0}.files span{display:block;margin-left:0}.stack thead{display:none}.stack tr{display:grid;gap:2px;padding:10px 0;border-bottom:1px solid var(--line)}.stack tr:last-child{border:0}.stack td{border:0;padding:2px 0}.stack .wide{font-weight:600}.stack td[data-label]::before{content:attr(data-label) " ";color:var(--soft);font-size:12.5px}}
@media print{:root{color-scheme:light;${LIGHT};--paper:#fff;--shadow:none}@page{margin:14mm}*{print-color-adjust:exact;-webkit-print-color-adjust:exact}body{font-size:13px}header{padding-top:0}section{padding-top:24px}.card,.rate,.bar-row,tr,.steps>li{break-inside:avoid}.skill,.two>.card,section>.card{break-inside:auto}h2,h3{break-after:avoid}.print-open::details-content{content-visibility:visible;display:block}}
</style>`);
