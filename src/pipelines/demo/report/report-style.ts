/** The style sheet of the report: light and dark, from a phone to a desktop, no font or picture from elsewhere. */
export const reportStyle = `
:root{color-scheme:light dark;--paper:#faf8f3;--card:#fff;--ink:#221e19;--soft:#6a6257;--line:#e6dfd3;--before:#b0602a;--before-soft:#f0d9c6;--after:#0d6b60;--after-soft:#c5e4de;--good:#17703f;--good-soft:#e2f2e7;--bad:#ab2a20;--bad-soft:#fae5e2;--code:#f5f1e9;--shadow:0 1px 2px rgb(60 45 20/.06),0 8px 24px rgb(60 45 20/.05)}
@media (prefers-color-scheme:dark){:root{--paper:#14161a;--card:#1b1e23;--ink:#ece7de;--soft:#a59e92;--line:#2f343b;--before:#e69a62;--before-soft:#4a3322;--after:#52c7b5;--after-soft:#1d4640;--good:#63cd92;--good-soft:#183326;--bad:#f5958b;--bad-soft:#3d2220;--code:#14171b;--shadow:none}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.6 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;font-variant-numeric:tabular-nums}
main,header,footer{max-width:1040px;margin:0 auto;padding:0 24px}
header{padding-top:64px;padding-bottom:8px}
h1,h2,h3{font-family:"Iowan Old Style","Palatino Linotype",Palatino,"Book Antiqua",Georgia,serif;font-weight:600;line-height:1.18;text-wrap:balance}
h1{font-size:clamp(30px,5.2vw,52px);letter-spacing:-.015em;margin:.25em 0 .35em}
h2{font-size:clamp(23px,3vw,31px);margin:0 0 .35em}
h3{font-size:18px;margin:28px 0 8px}
p{margin:0 0 1em;max-width:68ch}
.lead{font-size:18px;color:var(--soft)}
.eyebrow{font-size:12.5px;letter-spacing:.09em;text-transform:uppercase;color:var(--soft);margin:0}
section{padding:40px 0 8px}
section>.eyebrow{color:var(--after);margin-bottom:6px}
.card{background:var(--card);border:1px solid var(--line);border-radius:14px;padding:22px;box-shadow:var(--shadow);min-width:0}
.before{color:var(--before)}.after{color:var(--after)}.good{color:var(--good)}.bad{color:var(--bad)}.soft{color:var(--soft)}
.stats{display:grid;grid-template-columns:repeat(4,1fr);gap:14px;margin:28px 0 0}
.stat b{display:block;font:600 clamp(24px,3vw,34px)/1.15 "Iowan Old Style",Palatino,Georgia,serif;letter-spacing:-.01em}
.stat b small{font-size:.62em;font-weight:400;color:var(--soft)}
.stat b i{font-style:normal}.stat b{white-space:nowrap}
.stat span{display:block;font-size:13.5px;line-height:1.45;color:var(--soft);margin-top:6px}
code,pre,kbd{font-family:ui-monospace,"SF Mono",Menlo,Consolas,"Liberation Mono",monospace;font-size:13.5px}
code{overflow-wrap:anywhere}
:not(pre)>code{background:var(--code);border:1px solid var(--line);border-radius:5px;padding:.05em .35em}
pre{margin:0;background:var(--code);border:1px solid var(--line);border-radius:9px;padding:12px 14px;line-height:1.5;white-space:pre-wrap;overflow-wrap:anywhere}
svg{display:block;width:100%;height:auto;overflow:visible}
svg text{fill:var(--ink);font-family:inherit}
.loop-narrow{display:none}
.node{fill:var(--card);stroke:var(--line);stroke-width:1.25}
.node-strong{fill:var(--after-soft);stroke:var(--after)}
.arrow{fill:none;stroke:var(--soft);stroke-width:1.6}
.arrow-back{stroke:var(--after);stroke-width:2;stroke-dasharray:5 5}
.tip{fill:var(--soft)}.tip-back{fill:var(--after)}
svg .n-step{font-size:11.5px;letter-spacing:.08em;fill:var(--soft)}
svg .n-title{font-size:17px;font-weight:600;font-family:"Iowan Old Style",Palatino,Georgia,serif}
svg .n-text{font-size:13px;fill:var(--soft)}
.legend{display:flex;flex-wrap:wrap;gap:6px 20px;font-size:13.5px;color:var(--soft);margin:0 0 12px;padding:0;list-style:none}
.legend i{display:inline-block;width:11px;height:11px;border-radius:50%;margin-right:7px;vertical-align:-1px}
.legend .before i{background:var(--before)}.legend .after i{background:var(--after)}
.rates{display:grid;gap:0}
.rate{display:grid;grid-template-columns:minmax(130px,190px) 1fr 132px;gap:16px;align-items:center;padding:9px 0;border-top:1px solid var(--line)}
.rate:first-child{border-top:0}
.rate-group{font-size:12px;letter-spacing:.08em;text-transform:uppercase;color:var(--soft);padding:18px 0 6px}
.rate-label{font-size:14.5px;line-height:1.35}.rate-label small{display:block;color:var(--soft);font-size:12.5px}
.rate-track{position:relative;height:34px;border-left:1px solid var(--line);border-right:1px solid var(--line);background:repeating-linear-gradient(90deg,transparent 0 calc(25% - 1px),var(--line) calc(25% - 1px) 25%)}
.band{position:absolute;height:8px;border-radius:4px;min-width:2px}
.band.before{top:6px;background:var(--before-soft)}.band.after{top:20px;background:var(--after-soft)}
.dot{position:absolute;width:12px;height:12px;border-radius:50%;margin-left:-6px;border:2px solid var(--card)}
.dot.before{top:4px;background:var(--before)}.dot.after{top:18px;background:var(--after)}
.rate-values{font-size:14.5px;text-align:right;white-space:nowrap}.rate-values b{font-weight:650}
.axis{border-top:0;padding:0}.axis .rate-track{background:none;border:0;height:20px;font-size:12px;color:var(--soft)}.axis span{position:absolute;transform:translateX(-50%)}
.bars{display:grid;gap:12px}
.bar-row{display:grid;grid-template-columns:150px 1fr;gap:16px;align-items:center;font-size:14.5px}
.bar{display:flex;align-items:center;gap:8px;font-size:13px;color:var(--soft);line-height:1.3}
.bar i{display:block;height:11px;border-radius:3px;min-width:2px}
.bar.before i{background:var(--before)}.bar.after i{background:var(--after)}
.two{display:grid;grid-template-columns:1fr 1fr;gap:18px;align-items:start}
.diff{counter-reset:l;padding:10px 0}
.diff span{display:block;padding:1px 14px}
.diff .plus{background:var(--good-soft);color:var(--good)}.diff .minus{background:var(--bad-soft);color:var(--bad)}
table{border-collapse:collapse;width:100%;font-size:14px}
th{font-weight:600;text-align:left;color:var(--soft);font-size:12.5px;border-bottom:1px solid var(--line);padding:6px 14px 6px 0;vertical-align:bottom}
td{border-bottom:1px solid var(--line);padding:8px 14px 8px 0;vertical-align:top}
tr:last-child td{border-bottom:0}
td.number,th.number{text-align:right;padding-right:0;white-space:nowrap}
.steps{list-style:none;margin:0;padding:0}
.steps>li{position:relative;padding:0 0 20px 34px}
.steps>li::before{content:"";position:absolute;left:9px;top:22px;bottom:-4px;width:2px;background:var(--line)}
.steps>li:last-child::before{display:none}
.steps>li::after{content:"";position:absolute;left:3px;top:5px;width:10px;height:10px;border-radius:50%;background:var(--card);border:2px solid var(--soft)}
.steps>li.acts::after{background:var(--after);border-color:var(--after)}
.steps>li.answers::after{background:var(--ink);border-color:var(--ink)}
.steps h4{margin:0 0 6px;font-size:13px;font-weight:600;color:var(--soft)}
.steps p{margin:0}
.change{border:1px solid var(--line);border-radius:9px;overflow:hidden;margin-top:10px;font-size:13.5px}
.change div{padding:7px 13px;overflow-wrap:anywhere}
.change .name{background:var(--code);border-bottom:1px solid var(--line);font-weight:600}
.change .minus{background:var(--bad-soft);color:var(--bad)}.change .plus{background:var(--good-soft);color:var(--good)}
.digest{font-size:12.5px;color:var(--soft);margin-top:8px!important}
.task{border-left:3px solid var(--after);padding:2px 0 2px 16px;margin:0 0 20px;font-size:17px}
.timing{display:flex;height:26px;border-radius:7px;overflow:hidden;gap:2px;margin:4px 0 16px}
.timing i{display:block;min-width:3px;background:var(--after)}
.timing i:nth-child(even){background:var(--before)}
.stages i{display:inline-block;width:10px;height:10px;border-radius:3px;margin-right:9px;background:var(--after)}.stages tr:nth-child(even) i{background:var(--before)}
.pill{display:inline-block;font-size:12.5px;font-weight:600;border-radius:99px;padding:1px 10px;background:var(--good-soft);color:var(--good)}
.pill.no{background:var(--bad-soft);color:var(--bad)}
details{margin-top:14px}summary{cursor:pointer;color:var(--soft);font-size:14px}
footer{padding-top:36px;padding-bottom:64px;color:var(--soft);font-size:14px}
ul.plain{padding-left:1.1em;margin:0 0 1em}
@media (max-width:760px){main,header,footer{padding-left:16px;padding-right:16px}header{padding-top:36px}.stats{grid-template-columns:1fr 1fr;gap:10px}.card{padding:16px}.stats .card{padding:14px}.two{grid-template-columns:1fr}.loop-wide{display:none}.loop-narrow{display:block;max-width:420px;margin:0 auto}.rate{grid-template-columns:1fr auto;gap:4px 12px}.rate-track{grid-column:1/-1;grid-row:2}.bar-row{grid-template-columns:1fr;gap:4px}section{padding-top:32px}.stack tr:first-child{display:none}.stack tr{display:grid;grid-template-columns:1fr;gap:2px;padding:10px 0;border-bottom:1px solid var(--line)}.stack tr:last-child{border:0}.stack td{border:0;padding:2px 0}.stack .wide{grid-column:1/-1;font-weight:600}.stack td[data-label=expected]{grid-column:1/-1}.stack td[data-label]::before{content:attr(data-label) " ";color:var(--soft);font-size:12.5px}.axis .rate-track{height:20px}}
@media print{body{background:#fff}.card{box-shadow:none;break-inside:avoid}}
`;
