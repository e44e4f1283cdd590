const LIGHT =
  '--paper:#faf8f3;--card:#fff;--ink:#221e19;--soft:#645c51;--line:#e6dfd3;--after:#0d6b60;--good:#14653a;--good-soft:#e2f2e7;--bad:#a0271d;--bad-soft:#fae5e2;--code:#f5f1e9;--shadow:0 1px 2px rgb(60 45 20/.06),0 8px 24px rgb(60 45 20/.05)';
const DARK =
  '--paper:#14161a;--card:#1b1e23;--ink:#ece7de;--soft:#a9a296;--line:#2f343b;--after:#52c7b5;--good:#63cd92;--good-soft:#183326;--bad:#f5958b;--bad-soft:#3d2220;--code:#14171b;--shadow:none';
const SERIF = '"Iowan Old Style","Palatino Linotype",Palatino,"Book Antiqua",Georgia,serif';
const MONO = 'ui-monospace,"SF Mono",Menlo,Consolas,"Liberation Mono",monospace';

/** The style sheet of the report: light, dark and print, from a phone to a desktop, no font or picture from elsewhere. */
export const reportStyle: string = `
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
.soft{color:var(--soft)}
.stats{display:grid;grid-template-columns:repeat(auto-fit,minmax(210px,1fr));gap:14px;margin:28px 0 0}
.stat{container-type:inline-size}
.stat b{display:block;font:600 26px/1.15 ${SERIF};font-size:clamp(22px,14.5cqi,36px);letter-spacing:-.01em}
.stat span{display:block;font-size:14px;line-height:1.45;color:var(--soft);margin-top:6px}
code,pre{font-family:${MONO};font-size:13.5px}
:not(pre)>code{background:var(--code);border:1px solid var(--line);border-radius:5px;padding:.05em .35em}
pre{margin:0;background:var(--code);border:1px solid var(--line);border-radius:9px;padding:12px 14px;line-height:1.5;white-space:pre-wrap;overflow-wrap:anywhere}
svg{display:block;width:100%;height:auto}
svg text{fill:var(--ink);font-family:inherit}
.bar.after i{background:var(--after)}
.bars{display:grid;gap:10px;margin:4px 0 8px}
.bar-row{display:grid;grid-template-columns:minmax(150px,250px) 1fr;gap:16px;align-items:center;font-size:14.5px;line-height:1.35}
.bar-row small{display:block;color:var(--soft);font-size:12.5px}
.bar{display:flex;align-items:center;gap:8px;font-size:13.5px;color:var(--ink);line-height:1.3}
.bar{white-space:nowrap}
.bar i{display:block;width:calc((100% - 54px)*var(--share));height:11px;border-radius:3px;min-width:2px;flex-shrink:0}
.diff{padding:10px 0}
.diff span{display:block;padding:1px 14px}
.diff .plus{background:var(--good-soft);color:var(--good)}.diff .minus{background:var(--bad-soft);color:var(--bad)}
table{border-collapse:collapse;width:100%;font-size:14px}
th{font-weight:600;text-align:left;color:var(--soft);font-size:12.5px;border-bottom:1px solid var(--line);padding:6px 14px 6px 0;vertical-align:bottom}
td{border-bottom:1px solid var(--line);padding:8px 14px 8px 0;vertical-align:top;overflow-wrap:anywhere}
tbody tr:last-child td{border-bottom:0}
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
@media (max-width:760px){main,header,footer{padding-left:16px;padding-right:16px}header{padding-top:36px}.stats{grid-template-columns:1fr 1fr;gap:10px}.card{padding:16px}.stats .card{padding:14px}.bar-row{grid-template-columns:1fr;gap:4px}section{padding-top:34px}.failure details.run{margin-left:0}.files span{display:block;margin-left:0}.stack thead{display:none}.stack tr{display:grid;gap:2px;padding:10px 0;border-bottom:1px solid var(--line)}.stack tr:last-child{border:0}.stack td{border:0;padding:2px 0}.stack .wide{font-weight:600}.stack td[data-label]::before{content:attr(data-label) " ";color:var(--soft);font-size:12.5px}}
@media print{:root{color-scheme:light;${LIGHT};--paper:#fff;--shadow:none}@page{margin:14mm}*{print-color-adjust:exact;-webkit-print-color-adjust:exact}body{font-size:13px}header{padding-top:0}section{padding-top:24px}.card,.bar-row,tr,.steps>li{break-inside:avoid}section>.card{break-inside:auto}h2,h3{break-after:avoid}}
`;
