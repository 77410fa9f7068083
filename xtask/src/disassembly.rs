//! Reading what `objdump -d --no-show-raw-insn -C` prints.

use std::collections::HashMap;

/// One function of a binary.
pub struct Function {
    pub name: String,
    pub instructions: Vec<Instruction>,
}

/// One instruction.
pub struct Instruction {
    pub address: u64,
    /// The operation, without prefixes such as `lock` or `notrack`.
    pub mnemonic: String,
    /// Everything after it.
    pub operands: String,
}

/// Where a direct call or jump goes.
pub struct Target<'a> {
    pub address: u64,
    /// The symbol there, with its offset if it lies inside of it.
    pub name: &'a str,
}

const PREFIXES: &[&str] =
    &["bnd", "cs", "data16", "ds", "es", "lock", "notrack", "rep", "repnz", "repz", "ss"];

impl Instruction {
    /// The target of a direct call or jump.
    pub fn target(&self) -> Option<Target<'_>> {
        if !self.is_call() && !self.is_jump() {
            return None;
        }
        let (address, name) = self.operands.split_once(' ')?;
        let name = name.strip_prefix('<')?.strip_suffix('>')?;
        Some(Target { address: u64::from_str_radix(address, 16).ok()?, name })
    }

    /// What the instruction refers to: the target of a call or jump, or the address that it takes of a function.
    pub fn reference(&self) -> Option<u64> {
        let commented =
            || u64::from_str_radix(self.operands.rsplit_once("# ")?.1.split_once(' ')?.0, 16).ok();
        self.target().map(|target| target.address).or_else(commented)
    }

    pub fn is_call(&self) -> bool {
        matches!(self.mnemonic.as_str(), "call" | "callq")
    }

    /// Jumps of every kind, conditional ones included.
    pub fn is_jump(&self) -> bool {
        self.mnemonic.starts_with('j')
    }

    pub fn is_unconditional_jump(&self) -> bool {
        matches!(self.mnemonic.as_str(), "jmp" | "jmpq")
    }

    pub fn is_return(&self) -> bool {
        matches!(self.mnemonic.as_str(), "ret" | "retq" | "hlt")
    }

    pub fn is_trap(&self) -> bool {
        matches!(self.mnemonic.as_str(), "ud2" | "int3")
    }

    /// Division of integers, signed or not, of any width.
    pub fn is_division(&self) -> bool {
        let stem = self.mnemonic.trim_end_matches(['b', 'w', 'l', 'q']);
        stem == "div" || stem == "idiv"
    }
}

impl std::fmt::Display for Instruction {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:8x}: {} {}", self.address, self.mnemonic, self.operands)
    }
}

/// All functions of a listing.
pub fn parse(text: &str) -> Vec<Function> {
    let mut functions: Vec<Function> = Vec::new();
    for line in text.lines() {
        if let Some(name) = header(line) {
            functions.push(Function { name: name.to_string(), instructions: Vec::new() });
        } else if let (Some(function), Some(instruction)) = (functions.last_mut(), instruction(line)) {
            function.instructions.push(instruction);
        }
    }
    functions
}

/// Names the targets of calls and jumps through an address in memory that the loader fills in, so that they read
/// like direct ones, and the functions whose addresses are taken from there. `relocations` is what `objdump -R` prints.
pub fn resolve(functions: &mut [Function], relocations: &str) {
    let names: HashMap<u64, String> = functions
        .iter()
        .filter_map(|function| Some((function.instructions.first()?.address, function.name.clone())))
        .collect();
    let filled: HashMap<u64, String> =
        relocations.lines().filter_map(|line| relocation(line, &names)).collect();
    for instruction in functions.iter_mut().flat_map(|function| &mut function.instructions) {
        if !instruction.operands.contains("(%rip)") {
            continue;
        }
        let Some(target) = instruction.reference().and_then(|address| filled.get(&address)) else { continue };
        if instruction.is_call() || instruction.is_jump() {
            instruction.operands.clone_from(target);
        } else if instruction.mnemonic.starts_with("mov") {
            // Called later, through a register.
            instruction.operands = format!("{} # {target}", instruction.operands);
        }
    }
}

/// `0000000000055ca0 R_X86_64_RELATIVE  *ABS*+0x00000000000122f0`, or a symbol of another library in the last place:
/// the address filled in, and what it is filled with, as the operand of a direct call.
fn relocation(line: &str, names: &HashMap<u64, String>) -> Option<(u64, String)> {
    let [offset, _, value] = line.split_whitespace().collect::<Vec<_>>()[..] else { return None };
    let offset = u64::from_str_radix(offset, 16).ok()?;
    let operand = match value.strip_prefix("*ABS*+0x") {
        Some(address) => {
            let address = u64::from_str_radix(address, 16).ok()?;
            format!("{address:x} <{}>", names.get(&address)?)
        }
        None => format!("0 <{value}>"),
    };
    Some((offset, operand))
}

/// `0000000000001040 <main>:`
fn header(line: &str) -> Option<&str> {
    let (address, name) = line.split_once(" <")?;
    let is_address = address.len() == 16 && address.bytes().all(|byte| byte.is_ascii_hexdigit());
    if is_address { name.strip_suffix(">:") } else { None }
}

/// The address, a colon, a tab, then the instruction: `    1040:    sub    $0x8,%rsp`
fn instruction(line: &str) -> Option<Instruction> {
    let (address, text) = line.split_once(":\t")?;
    let address = u64::from_str_radix(address.trim(), 16).ok()?;
    let mut text = text.trim();
    loop {
        let (mnemonic, operands) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        if PREFIXES.contains(&mnemonic) && !operands.is_empty() {
            text = operands.trim();
            continue;
        }
        return Some(Instruction {
            address,
            mnemonic: mnemonic.to_string(),
            operands: operands.trim().to_string(),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::{parse, resolve};

    #[test]
    fn calls_through_memory_get_the_name_that_the_loader_fills_in() {
        let text = "0000000000001040 <f>:\n    1040:\tcall   *0x40ae8(%rip)        # 55ca0 <_DYNAMIC+0x2b0>\n    \
                    1046:\tcall   *0x40ae8(%rip)        # 55ca8 <_DYNAMIC+0x2b8>\n    104c:\tcall   *%rax\n\n\
                    0000000000002000 <core::panicking::panic>:\n    2000:\tud2\n";
        let relocations = "OFFSET           TYPE              VALUE\n\
                           0000000000055ca0 R_X86_64_RELATIVE  *ABS*+0x0000000000002000\n\
                           0000000000055ca8 R_X86_64_GLOB_DAT  memcpy@GLIBC_2.14\n";
        let mut functions = parse(text);
        resolve(&mut functions, relocations);
        let named = functions[0].instructions.iter().map(|call| call.target().map(|target| target.name));
        let expected = [Some("core::panicking::panic"), Some("memcpy@GLIBC_2.14"), None];
        assert_eq!(named.collect::<Vec<_>>(), expected);
        assert_eq!(functions[0].instructions[0].reference(), Some(0x2000));
    }

    #[test]
    fn functions_prefixes_and_targets() {
        let text = "\n0000000000001040 <<a::B as c::D>::e>:\n    1040:\tsub    $0x8,%rsp\n    \
                    1044:\tnotrack jmp *%rax\n    1047:\tjne    1040 <<a::B as c::D>::e>\n    1049:\tidivl  %ecx\n\n\
                    0000000000001050 <f>:\n    1050:\tcall   1060 <core::panicking::panic>\n    1055:\trepz ret\n    \
                    1058:\tlea    0x10(%rip),%rax        # 1040 <<a::B as c::D>::e>\n";
        let functions = parse(text);
        assert_eq!(functions.len(), 2);
        assert_eq!(functions[0].name, "<a::B as c::D>::e");
        let [sub, indirect, branch, division] = &functions[0].instructions[..] else {
            panic!("four instructions")
        };
        assert_eq!((sub.mnemonic.as_str(), sub.operands.as_str()), ("sub", "$0x8,%rsp"));
        assert!(indirect.is_unconditional_jump() && indirect.target().is_none());
        assert_eq!(branch.target().map(|target| target.address), Some(0x1040));
        assert!(division.is_division() && !sub.is_division());
        let call = &functions[1].instructions[0];
        assert_eq!(call.target().map(|target| target.name), Some("core::panicking::panic"));
        assert!(functions[1].instructions[1].is_return());
        assert_eq!(functions[1].instructions[2].reference(), Some(0x1040));
    }
}
