import firstTs from '../../../programs/first.mts?raw';
import firstPy from '../../../programs/first.py?raw';
import firstSh from '../../../programs/first.sh?raw';
import uploadTs from '../../../programs/upload.mts?raw';
import uploadPhp from '../../../programs/upload.php?raw';
import uploadPy from '../../../programs/upload.py?raw';
import verifyTs from '../../../programs/verify.mts?raw';
import verifyPhp from '../../../programs/verify.php?raw';
import verifyPy from '../../../programs/verify.py?raw';
import verifySh from '../../../programs/verify.sh?raw';

export type Program = { language: string; label: string; text: string };

const program = (language: string, label: string, text: string): Program => ({ language, label, text: text.trimEnd() });

/** Whole programs, as text. Only the page that is made at build time holds them; no script carries them. A journey runs each. */
export const programs = {
  first: [
    program('curl', 'first.sh', firstSh),
    program('TypeScript', 'first.mts', firstTs),
    program('Python', 'first.py', firstPy),
  ],
  upload: [
    program('TypeScript', 'upload.mts', uploadTs),
    program('Python', 'upload.py', uploadPy),
    program('PHP', 'upload.php', uploadPhp),
  ],
  verify: [
    program('TypeScript', 'verify.mts', verifyTs),
    program('Python', 'verify.py', verifyPy),
    program('PHP', 'verify.php', verifyPhp),
    program('Shell', 'verify.sh', verifySh),
  ],
};
export type Programs = typeof programs;
