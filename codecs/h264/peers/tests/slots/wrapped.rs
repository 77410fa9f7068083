//! What the build script has the linker wrap for the test beside this one: here it is what it was.

use unite_h264_peers::openh264::Slot;

unsafe extern "C" {
    #[link_name = "__real__ZN7WelsEnc17WelsBlockFuncInitEPPFvPaEi"]
    fn real_counts_init(slot: *mut Slot, cpu: i32);
    #[link_name = "__real_WelsCPUFeatureDetect"]
    fn real_cpu_feature_detect(cores: *mut i32) -> u32;
}

/// # Safety
/// openh264 calls it.
#[unsafe(export_name = "__wrap__ZN7WelsEnc17WelsBlockFuncInitEPPFvPaEi")]
pub unsafe extern "C" fn counts_init(slot: *mut Slot, cpu: i32) {
    // SAFETY: it is what the caller passed.
    unsafe { real_counts_init(slot, cpu) }
}

/// # Safety
/// openh264 calls it.
#[unsafe(export_name = "__wrap_WelsCPUFeatureDetect")]
pub unsafe extern "C" fn cpu_feature_detect(cores: *mut i32) -> u32 {
    // SAFETY: it is what the caller passed.
    unsafe { real_cpu_feature_detect(cores) }
}
